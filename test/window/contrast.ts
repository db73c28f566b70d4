import type { Locator } from 'playwright-core';

/** An element of the page; the code in the page has its own types. */
interface PageElement {
  readonly parentElement: PageElement | null;
}
declare function getComputedStyle(element: PageElement): { readonly backgroundColor: string };

/** The minimum for text. Source: WCAG 2.2, 1.4.3. */
export const MIN_CONTRAST = 4.5;

/**
 * The contrast ratio of two colors in the format that a browser computes, such as `rgb(107, 107, 107)`. Source: WCAG
 * 2.2, "contrast ratio".
 */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The background color of an element: that of the nearest element around it that has one. */
export function backgroundOf(element: Locator): Promise<string> {
  return element.evaluate((start: PageElement) => {
    for (let each: PageElement | null = start; each; each = each.parentElement) {
      const color = getComputedStyle(each).backgroundColor;
      if (!/^rgba\(.*, 0\)$|^transparent$/.test(color)) return color;
    }
    return 'rgb(255, 255, 255)';
  });
}
