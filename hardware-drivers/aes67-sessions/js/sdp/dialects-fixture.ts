// Descriptions as senders of several makers write them, composed by hand from the standards and what those senders are known
// to write.
const lines = (...all: readonly string[]) => `${all.join('\r\n')}\r\n`;

/** AES67-2018, annex B. */
export const aes67 = lines(
  'v=0',
  'o=- 1311738121 1311738121 IN IP4 192.168.1.1',
  's=Stage left I/O',
  'c=IN IP4 239.0.0.1/32',
  't=0 0',
  'm=audio 5004 RTP/AVP 96',
  'i=Channels 1-8',
  'a=rtpmap:96 L24/48000/8',
  'a=recvonly',
  'a=ptime:1',
  'a=ts-refclk:ptp=IEEE1588-2008:39-A7-94-FF-FE-07-CB-D0:0',
  'a=mediaclk:direct=963214424',
);

/** A device of Dante in AES67 mode. */
export const dante = lines(
  'v=0',
  'o=- 1423986 1423994 IN IP4 169.254.98.63',
  's=AOIP44-serial-1614 : 2',
  'c=IN IP4 239.65.45.154/32',
  't=0 0',
  'a=keywds:Dante',
  'm=audio 5004 RTP/AVP 97',
  'i=2 channels: TxChan 0, TxChan 1',
  'a=recvonly',
  'a=rtpmap:97 L24/48000/2',
  'a=ptime:1',
  'a=ts-refclk:ptp=IEEE1588-2008:00-1D-C1-FF-FE-12-34-56:0',
  'a=mediaclk:direct=142410716',
);

export const ravenna = lines(
  'v=0',
  'o=- 13 0 IN IP4 192.168.15.52',
  's=Anubis_610120_13',
  'c=IN IP4 239.1.15.52/15',
  't=0 0',
  'a=clock-domain:PTPv2 3',
  'm=audio 5004 RTP/AVP 98',
  'c=IN IP4 239.1.15.52/15',
  'a=rtpmap:98 L16/96000/2',
  'a=source-filter: incl IN IP4 239.1.15.52 192.168.15.52',
  'a=framecount:6-48',
  'a=sync-time:7',
  'a=recvonly',
);

/** PipeWire 0.3: session id 0, payload type 127, no clock. */
export const pipewire03 = [
  'v=0',
  'o=user 0 0 IN IP4 10.77.0.1',
  's=PipeWire RTP Stream on stage',
  'c=IN IP4 239.69.1.1/1',
  't=0 0',
  'a=recvonly',
  'a=tool:PipeWire 0.3.65',
  'm=audio 46000 RTP/AVP 127',
  'a=rtpmap:127 L24/48000/2',
  'a=type:broadcast',
  'a=ptime:1',
  '',
].join('\n');

export const pipewire14 = [
  'v=0',
  'o=user 3939104400 0 IN IP4 10.77.0.1',
  's=PipeWire RTP Stream on stage',
  'c=IN IP4 239.69.1.1/32',
  't=0 0',
  'a=recvonly',
  'a=tool:PipeWire 1.4.2',
  'a=type:broadcast',
  'm=audio 46000 RTP/AVP 127',
  'i=2 channels: FL, FR',
  'a=rtpmap:127 L24/48000/2',
  'a=ptime:1.000000',
  'a=framecount:48',
  'a=source-filter: incl IN IP4 239.69.1.1 10.77.0.1',
  'a=mediaclk:direct=0',
  'a=ssrc:305419896',
  '',
].join('\n');

/** ffmpeg names neither session nor packet time. */
export const ffmpeg = lines(
  'v=0',
  'o=- 0 0 IN IP4 127.0.0.1',
  's=No Name',
  'c=IN IP4 239.7.7.7/255',
  't=0 0',
  'a=tool:libavformat 59.27.100',
  'm=audio 5004 RTP/AVP 97',
  'b=AS:2304',
  'a=rtpmap:97 L24/48000/2',
);

/** ST 2110-30 with ST 2022-7. */
export const doubled = lines(
  'v=0',
  'o=- 123456 11 IN IP4 192.168.10.2',
  's=Console A',
  't=0 0',
  'a=recvonly',
  'a=group:DUP primary secondary',
  'm=audio 5004 RTP/AVP 97',
  'c=IN IP4 239.10.0.1/64',
  'a=source-filter: incl IN IP4 239.10.0.1 192.168.10.2',
  'a=rtpmap:97 L24/48000/8',
  'a=fmtp:97 channel-order=SMPTE2110.(51,ST)',
  'a=framecount:6',
  'a=ptime:0.12',
  'a=ts-refclk:ptp=IEEE1588-2008:39-A7-94-FF-FE-07-CB-D0:127',
  'a=mediaclk:direct=0',
  'a=mid:primary',
  'm=audio 5006 RTP/AVP 97',
  'c=IN IP4 239.20.0.1/64',
  'a=source-filter: incl IN IP4 239.20.0.1 192.168.20.2',
  'a=rtpmap:97 L24/48000/8',
  'a=fmtp:97 channel-order=SMPTE2110.(51,ST)',
  'a=framecount:6',
  'a=ptime:0.12',
  'a=ts-refclk:ptp=IEEE1588-2008:39-A7-94-FF-FE-07-CB-D0:127',
  'a=mediaclk:direct=0',
  'a=mid:secondary',
);

export const dialects = { aes67, dante, ravenna, pipewire03, pipewire14, ffmpeg, doubled };
