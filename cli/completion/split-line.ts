/**
 * The words of a command line up to the cursor, as a shell splits them; the last one is what is being typed, '' after a
 * blank. Quotes that are still open end with the line.
 */
export function splitLine(line: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  let quote = '';
  let isOpen = false;
  for (let i = 0; i < line.length; i++) {
    const char = line[i] as string;
    if (quote === "'" ? char === "'" : quote !== '' && char === quote) quote = '';
    else if (char === '\\' && quote !== "'") word += line[++i] ?? '';
    else if (quote === '' && (char === '"' || char === "'")) quote = char;
    else if (quote === '' && /\s/.test(char)) {
      if (isOpen) words.push(word);
      word = '';
      isOpen = false;
      continue;
    } else word += char;
    isOpen = true;
  }
  return [...words, word];
}
