// Where the facts of the OSC remote of TotalMix FX come from. The remote is the one that TotalMix FX calls OSC (from 1.90 on),
// not the "Global OSC" of 2.1.
export const sources: readonly { readonly fact: string; readonly source: string }[] = [
  {
    fact: 'addresses, pages, scales, `Val` texts; a page that is selected by any of its addresses is sent completely',
    source: 'RME, TotalMix FX OSC table, version 1.96 of 2024-07-22 (rme-audio.de, osc_table_totalmix_new.zip)',
  },
  {
    fact: 'gains are scaled to the range of the device and the channel since 1.96',
    source: 'the same, "New in 1.96"',
  },
  {
    fact: 'ports 7001 (incoming) and 9001 (outgoing) of Remote Controller 1; 8 faders per bank, more by an option',
    source: "RME, Fireface UCX II User's Guide, OSC; TotalMix FX, Options, Settings, OSC",
  },
  {
    fact: 'the law of faders, position 0 to 1 against dB',
    source: 'RME, TotalMix FX OSC table, calculation of the fader curve: 1,023 steps, two parts that meet at step 649',
  },
  {
    fact: '/setSubmix and /setBankStart count single channels of the hardware from 0, pairs or not; a pair is one fader',
    source: 'measured with a UFX II, docs/architecture.md and tmosc/physical_table.py of totalmix-osc-bridge (GitHub)',
  },
  {
    fact: 'no echo of a value that came by OSC, no answer to a submix that is selected already; a bare /1 selects a page',
    source: 'the same, known limitations; streamdeck-totalmix (GitHub), src of its classic connection',
  },
  {
    fact: 'a heartbeat with the address / ; tracks without a channel are called n.a.; bundles are taken in their order',
    source: 'companion-module-rme-totalmix (GitHub), docs of its architecture',
  },
  {
    fact: 'an input is muted for all outputs at once',
    source: "RME, Fireface UCX II User's Guide, TotalMix: Mute works before the fader, for all routings of the channel",
  },
];
