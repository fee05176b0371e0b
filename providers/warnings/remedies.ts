import type { Warning } from 'rowdesk/provider';

// What to do at a warning of the desk, by its `titleCode`: one sentence for the engineer at the desk. A warning that brings a
// remedy of its own keeps that.
const remedies: Readonly<Record<string, string>> = {
  'driver-notice': 'See the details; the stagebox or card that it names needs a hand.',
  'process-memory': 'Restart the desk in the next break, before the system ends a part of it.',
  'surface-failed': 'See the details; end the program that uses its port, or switch it on again.',
  'process-ended': 'It was started again with all settings; listen to what it plays.',
  'process-silent': 'If nothing is heard, restart the desk; settings are kept.',
  'process-trouble': 'Restart the desk in the next break; settings are kept.',
  'audio-incompatible': 'The sound plays on; restart the desk after the show to change settings of it.',
  'driver-set-aside': 'Its sound cards and stageboxes are away; restart the desk in a break to try them again.',
  'mixer-tie': 'Name one mixer in the configuration, and restart the desk.',
  'audio-older': 'The sound plays on; restart the desk after the show to finish the update.',
  'driver-tie': 'Name one driver in the configuration, and restart the desk.',
  'device-absent': 'Look at its cable and its power.',
  'half-box': 'Look at the cable and the power of the missing half.',
  'device-failed': 'See whether another program uses it; unplug it and plug it in again.',
  'different-clock': 'Set it to the clock of the desk, or let it follow by word clock.',
  'joined-failed': 'Look at its cable; unplug it and plug it in again.',
  'joined-gaps': 'Choose longer blocks, or end other programs on this computer.',
  'mixer-failed': 'Nothing is heard: restart the desk.',
  'clock-lost': 'Look at the cable of the clock, or choose another reference.',
  'no-device': 'Plug in a sound card or a stagebox, or switch one on.',
  'stand-in': 'Nothing is heard outside: plug in a sound card or a stagebox.',
  'faulty-strips': 'They are silenced; switch off the processors of these strips one by one.',
  'alignment-excess': 'Take long delays or late plugins off these strips.',
  'real-time': 'The sound may have gaps under load; rowdesk doctor says what to set.',
  'strip-fault': 'Listen to the strip; if it comes again, switch its processors off one by one.',
  'audio-silent': 'Look at the sound card and at what gives the clock.',
  'dormant-rows': 'Nothing to do: they come back with their device.',
  'dormant-values': 'Set these values anew, or leave them.',
  'store-unavailable': 'Changes are not kept: make room on the disk, or replace it.',
  'store-slow': 'End what writes to the disk of the desk; nothing is lost.',
  'store-damaged': 'Check names, levels and the patch: a backup stands in.',
  'provider-fails': 'What this part shows may be wrong; the sound goes on. Restart the desk after the show.',
  'provider-fault': 'This part is missing; correct or remove it, and restart the desk.',
  'provider-start': 'This part is missing; restart the desk after the show.',
  'event-loop-blocked':
    'The sound played on. Touch nothing twice; if it comes again, look for a program that writes much.',
  'machine-overloaded': 'Controls answer late and the sound may have gaps: end other programs on this computer.',
  'state-folder-exposed': 'Make the folder private: chmod 700.',
  'open-desk': 'Make keys: rowdesk access add NAME --role run; or listen on 127.0.0.1 alone.',
  'wrong-keys': 'Each is refused; see whose device that is.',
  'access-unreadable': 'Correct the file that the details name.',
  'control-process-crashed': 'It was started again; the sound played on. Nothing to do.',
  'page-incomplete': 'Its page is missing; build its package, and restart the desk.',
  'align-references': 'Choose another reference for these strips.',
  howling: 'Lower its level, or hold it with a notch.',
  'oscillator-stuck': 'Mute the strips that play it; it is tried again every second.',
  'talkback-stuck': 'Mute the strips that hear it; it is tried again every second.',
  'channel-templates': 'Correct the file or remove it, and restart the desk.',
  spare: 'Mend the first source, then choose it again at this strip.',
  'spare-refused': 'Choose another spare for this strip.',
  loop: 'Take one of the named strips off the next.',
  'clock-not-followed': 'Choose a reference that is there, or let the desk run free.',
  'clock-holdover': 'Look at the cable of the clock; the sound goes on meanwhile.',
  'clock-reference-not-driving': 'Choose the reference that drives, or mend the designated one.',
  'clock-reference-absent': 'Plug the reference in, or choose another one.',
  'adapter-config': 'Correct its settings; the old ones stay in use.',
  'patchbay-shared': 'End the program that uses these ports.',
  'notches-spent': 'Lower a level, or move a microphone.',
  'preamps-unconfirmed': 'Check gain and 48 V at the box itself.',
  'stagebox-models': 'Correct the file or remove it, and restart the desk.',
  'insert-unanswered': 'Check its cables and its power; the strip plays on without it.',
  'plugin-dry': 'Choose another plugin, or longer blocks.',
  'plugin-parameters-gone': 'Set these plugins anew; the old values are kept.',
  'plugins-missing': 'Install them, or choose others at these inserts.',
  'plugin-files': 'Scan the plugins again.',
  'plugins-not-scanned': 'Mend what it says, as a full disk, and scan again.',
  'direct-path-comb': 'Mute the direct path, or take the strip off the bus.',
  'net-ptp-lost': 'Look at the switch and at the device that gives the clock.',
  'net-ptp-unobserved': 'Start the PTP service, or set its place in the network settings.',
  'net-ptp-listening': 'Switch on a device that gives the clock, or let this computer give it.',
  'net-ptp-locking': 'Look at what the details name: the PTP service, or another program that sets the clock.',
  'net-interface-absent': 'Plug the interface in, or choose another one.',
  'net-interface-down': 'Look at its cable and its switch.',
  'net-interface-no-address': 'Give it an IPv4 address.',
  'net-interface-slow': 'Use a cable of four pairs and a switch of 1 Gbit/s.',
  'net-interface-errors': 'Replace the cable, or look at its plugs.',
  'net-same-interface': 'Choose another interface for the second network.',
  'netaudio-not-connected': 'Look at the device that sends, and at its name.',
  'netaudio-clock-mismatch': 'Set both to the clock of one device.',
  'netaudio-packets-missing': 'Look at the cables and the switch on the way.',
  'netaudio-crowd': 'Set apart who may announce sessions, or switch devices off.',
  'record-absent': 'Nothing is recorded: restart the desk in a break.',
  'record-fault': 'See the details, and start a new take.',
  'record-disk-full': 'Delete or move takes, or arm fewer strips.',
  'record-disk-slow': 'Arm fewer strips, or end what writes to this disk.',
  'record-dropouts': 'The places are marked in the take; use a faster disk.',
  'take-recovered': 'Listen to its end.',
  'target-unreadable': 'Look at the device; the desk tries again.',
  'target-refused': 'Choose other values, or set them at the device.',
};

/** What to do. `remedyKey`: the code by which it may be translated, '' for a warning's own words and for none. */
export interface Remedy {
  readonly remedy: string;
  readonly remedyKey: string;
}

/** A package of a vendor may raise a warning with words of its own, or without any. */
export function remedyOf({ titleCode, remedy }: Pick<Warning, 'titleCode' | 'remedy'>): Remedy {
  const code = String(titleCode?.code);
  if (remedy !== undefined) return { remedy, remedyKey: '' };
  return Object.hasOwn(remedies, code)
    ? { remedy: remedies[code] as string, remedyKey: code }
    : { remedy: '', remedyKey: '' };
}
