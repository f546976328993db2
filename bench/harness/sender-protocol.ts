// The protocol of zabbix_sender: "ZBXD", flags, length of the JSON, four reserved bytes, JSON. The server answers in the
// same form and closes the connection.
const HEAD_BYTES = 13
const MAGIC = Buffer.from('ZBXD\x01', 'latin1')

/** `values` are JSON objects, joined by commas. */
export const senderRequest = (values: string): Buffer => framed(`{"request":"sender data","data":[${values}]}`)

/** Asks for the server's own statistics. */
export const STATS_REQUEST = framed('{"request":"zabbix.stats"}')

/** The body is ASCII, so its length in characters equals that in bytes. */
function framed(body: string): Buffer {
  const request = Buffer.alloc(HEAD_BYTES + body.length)
  MAGIC.copy(request)
  request.writeUInt32LE(body.length, MAGIC.length)
  request.write(body, HEAD_BYTES, 'latin1')
  return request
}

export const isSenderAnswer = (answer: Buffer): boolean => answer.subarray(0, MAGIC.length).equals(MAGIC)

export const contentOf = <Content>(answer: Buffer): Content =>
  JSON.parse(answer.toString('latin1', HEAD_BYTES)) as Content

/** 200 if the server has taken all values, 400 otherwise. */
export function senderStatus(answer: Buffer): number {
  const { response, info } = contentOf<{ response: string; info: string }>(answer)
  return response === 'success' && info.includes('failed: 0;') ? 200 : 400
}
