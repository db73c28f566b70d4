import { escapeHtml } from '../../core/escape-html';

/** A piece of HTML that only `markup` makes: whatever comes from outside was escaped on its way into it. */
export class Html {
  private constructor(readonly text: string) {}

  /** @param values texts are escaped, pieces of HTML are not; undefined is nothing. */
  static of(strings: TemplateStringsArray, values: readonly Value[]): Html {
    let text = strings[0] ?? '';
    values.forEach((value, index) => (text += textOf(value) + (strings[index + 1] ?? '')));
    return new Html(text);
  }

  /** Of a piece that was escaped where it was made. */
  static escaped(text: string): Html {
    return new Html(text);
  }
}

type Value = string | number | undefined | Html | readonly (Html | undefined)[];

/** Makes HTML of a template: `` markup`<p>${text}</p>` ``. */
export function markup(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return Html.of(strings, values);
}

function textOf(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  return typeof value === 'object' ? value.map(textOf).join('') : escapeHtml(String(value));
}
