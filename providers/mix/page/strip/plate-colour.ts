// The look of a plate whose colour has no name.

/** The style of a plate: of a colour with a name nothing, its `data-colour` says it. */
export const plateStyle = (colour: string): Readonly<Record<string, string>> =>
  colour.startsWith('#') ? { '--plate': colour, '--on-plate': textOn(colour) } : {};

/** `#rrggbb` -> white or black, whichever contrasts more. */
function textOn(ground: string): '#ffffff' | '#000000' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(ground.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  // Relative luminance (WCAG 2). At 0.179 black and white contrast alike.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.179 ? '#ffffff' : '#000000';
}
