// The formats of show files, for people. A file is recognised by its first line (jobs.ts).
export interface ShowFormat {
  readonly id: string;
  readonly label: string;
  readonly extensions: readonly string[];
  readonly imports: boolean;
  readonly exports: boolean;
  readonly carries: string;
}

const x32 = (id: string, label: string, extension: string, carries: string): ShowFormat => ({
  ...{ id, label, extensions: [extension], imports: true, exports: false, carries },
});

export const formats: readonly ShowFormat[] = [
  x32('x32-scene', 'Behringer X32, Midas M32: scene', '.scn', 'The whole console; a session and a scene'),
  x32('x32-snippet', 'Behringer X32, Midas M32: snippet', '.snp', 'Some parameters; a session and a scene of them'),
  x32(
    'x32-channel',
    'Behringer X32, Midas M32: channel preset',
    '.chn',
    'One channel, for the input that `channel` names',
  ),
  {
    ...{
      id: 'channel-list',
      label: 'Channel list',
      extensions: ['.csv', '.tsv', '.txt'],
      imports: true,
      exports: false,
    },
    carries: 'Name, source, colour, phantom and DCAs of inputs; its first row names the columns',
  },
];
