import { WithoutToken } from '../../api';
import { secretPartsOf } from '../../core/devtools-address';
import { excerpt } from '../../core/format';
import { parseJson } from '../../core/json';
import { redactForms, REMOVED } from '../../core/secret-forms';
import { replaceSecrets } from '../../packaging';
import { ValueWalk } from './value-walk';

/** What is known of the secrets of a session and its connection. */
export interface KnownSecrets {
  /** Removes the connection’s token from a text. */
  readonly redact: (text: string) => string;
  /** Address of the service: only its host is shown. */
  readonly service: string;
  /** Addresses that are secrets: those of DevTools, of the live view and of videos. */
  readonly addresses: readonly URL[];
  /** Other secrets: the tokens of other connections, and what a step typed where a secret belongs. */
  readonly texts: readonly string[];
  /** The session’s ID, which is a part of some addresses and no secret. */
  readonly session: string;
}

/**
 * UTF-16 units: a text is read this far beyond its limit, so that no secret is cut into a part that nothing knows. With
 * it, what is read of a line of the log is less than what was kept of the line.
 */
const AHEAD = 6 * 1024;
/** UTF-16 units at the end of what was read that are not shown: a secret that is cut there has no form that is known. */
const CUT = 200;
/** Characters of a secret that is searched for: a shorter one is in any text. */
const MIN_TEXT = 4;

/** Takes the secrets out of every text of a report. */
export class Redactor {
  private readonly parts: readonly WithoutToken[];
  private readonly service: string;
  private readonly host: string;

  constructor(private readonly known: KnownSecrets) {
    this.parts = [
      ...known.addresses.flatMap((address) => secretParts(address, known.session)),
      ...known.texts.filter((text) => text.length >= MIN_TEXT).map((text) => new WithoutToken(text)),
    ];
    this.service = known.service.replace(/\/+$/, '');
    this.host = URL.canParse(known.service) ? new URL(known.service).host : '';
  }

  /**
   * The text without secrets: the token, secret addresses, logins in addresses, what looks like a key or a password.
   * @param maxLength UTF-16 units; a longer text ends with `…`.
   */
  redact(text: string, maxLength: number): string {
    const begin = text.length > maxLength + AHEAD ? excerpt(text, maxLength + AHEAD) : text;
    let redacted = this.known.redact(this.redactJson(begin, maxLength));
    for (const part of this.parts) redacted = part.redact(redacted);
    if (this.host !== '') redacted = redacted.replaceAll(this.service, this.host);
    redacted = replaceSecrets(redactForms(redacted), REMOVED);
    if (begin.length < text.length) redacted = redacted.slice(0, -CUT);
    else if (redacted.length <= maxLength) return redacted;
    return `${redacted.slice(0, maxLength - 1)}…`;
  }

  /**
   * A value of JSON with all its texts redacted. What has a name such as `password` is removed.
   * @param maxLength as for `redact`, of each text.
   */
  redactValue(value: unknown, maxLength: number): unknown {
    return this.walk(maxLength).atOnce(value);
  }

  /** A text that is JSON, with JSON in its texts, is redacted by its names, as a value is. */
  private redactJson(text: string, maxLength: number): string {
    const value = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
    if (value === undefined) return text;
    const walk = this.walk(maxLength);
    const redacted = walk.atOnce(value);
    return walk.isChanged ? JSON.stringify(redacted) : text;
  }

  private walk(maxLength: number): ValueWalk {
    return new ValueWalk((text) => this.redact(text, maxLength));
  }
}

function secretParts(address: URL, session: string): WithoutToken[] {
  return secretPartsOf(address)
    .filter((part) => part !== session)
    .map((part) => new WithoutToken(part));
}
