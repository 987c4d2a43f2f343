type Rgb = readonly [number, number, number];

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Mixes `amount` (0 to 1) of `color` into `base`, both `#rrggbb`. */
export function mix(color: string, base: string, amount: number): string {
  const under = parse(base);
  const channels = parse(color).map((channel, i) =>
    Math.round(channel * amount + (under[i] ?? 0) * (1 - amount)),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(hex: string): number {
  const linear = parse(hex).map((channel) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
}

/** WCAG contrast ratio, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/**
 * Moves the colour towards black or white, whichever contrasts more with the background, until it reaches the contrast
 * ratio.
 */
export function readable(color: string, background: string, ratio: number): string {
  const far = contrast('#ffffff', background) > contrast('#000000', background) ? '#ffffff' : '#000000';
  for (let amount = 0; amount < 1; amount += 0.05) {
    const candidate = mix(far, color, amount);
    if (contrast(candidate, background) >= ratio) return candidate;
  }
  return far;
}
