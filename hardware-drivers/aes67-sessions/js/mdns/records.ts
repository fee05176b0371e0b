// The types of DNS records, as the library of mDNS has them.
import type { QueryPacket, ResponsePacket } from 'multicast-dns';

export type Answer = ResponsePacket['answers'][number];
export type Question = QueryPacket['questions'][number];
/** A response. */
export type Records = Pick<ResponsePacket, 'answers' | 'additionals'>;
/** A query. */
export type Asked = Pick<QueryPacket, 'id' | 'questions' | 'answers'>;
