/** A list of this piece up to so many bytes. */
function filled(most: number, piece: string, open = '', close = '', between = ','): Buffer {
  const count = Math.floor((most - open.length - close.length) / (piece.length + between.length))
  return Buffer.from(open + Array<string>(count).fill(piece).join(between) + close)
}

/** Different names, each with its value. */
const named = (count: number, of: (name: string) => string): string =>
  Array.from({ length: count }, (_, place) => of(`k${place.toString(36).padStart(6, '0')}`)).join(',')

const JSON_BODIES: Record<string, (most: number) => Buffer> = {
  brackets: (most) => Buffer.alloc(most, '['),
  'objects in objects': (most) => filled(most, '{"a":', '', '', ''),
  'lists of 31 levels': (most) => filled(most, '['.repeat(30) + ']'.repeat(30), '[', ']'),
  'small numbers': (most) => filled(most, '1', '[', ']'),
  'a hundred thousand values of a device': (most) => filled(Math.min(most, 200_000), '1', '{"device":"x","a":[', ']}'),
  'numbers of many digits': (most) => filled(most, '1.2345678901234567890123', '[', ']'),
  'large numbers': (most) => filled(Math.min(most, 1_690_000), '9007199254740993', '[', ']'),
  'one endless number': (most) => Buffer.from(`{"device":"x","a":${'9'.repeat(most - 40)}}`),
  'different names': (most) => Buffer.from(`{${named(Math.floor(most / 12), (name) => `"${name}":1`)}}`),
  'a hundred thousand names': () =>
    Buffer.from(`{"device":"x","b":9007199254740993,${named(99_000, (name) => `"${name}":1`)}}`),
  'the same name': (most) => filled(most, '"a":1', '{', '}'),
  'a long text': (most) => Buffer.from(`{"device":"x","a":"${'a'.repeat(most - 40)}"}`),
  'a long external ID': (most) => Buffer.from(`{"device":"${'a'.repeat(most - 40)}","a":1}`),
  'NUL without end': (most) => filled(most, '\\u0000', '{"device":"x","a":"', '"}', ''),
  'poisoned names': (most) => filled(most, '{"__proto__":1}', '[', ']'),
  'poisoned names in texts': (most) => filled(most, '\\"__proto__\\"  ', '{"device":"x","a":"', '"}', ''),
  'different devices': () => Buffer.from(`[${named(33_000, (name) => `{"device":"${name}","a":1}`)}]`),
  'readings of one device': (most) =>
    filled(Math.min(most, 2_500_000), '{"device":"x","a":1,"ts":1790000000}', '[', ']'),
  'lines of JSON': (most) => filled(most, '{"device":"x","a":1}', '', '', '\n'),
  'empty lines of JSON': (most) => filled(most, '{}', '', '', '\n'),
  'line breaks': (most) => Buffer.alloc(most, '\n'),
  spaces: (most) => Buffer.alloc(most, ' '),
  quotes: (most) => Buffer.alloc(most, '"'),
  backslashes: (most) => Buffer.alloc(most, '\\'),
  'no text': (most) => Buffer.alloc(most, 0xff),
}

const LINES: typeof JSON_BODIES = {
  'short lines': (most) => filled(most, 'a,device=b c=1 1790000000000000000', '', '', '\n'),
  'broken lines': (most) => filled(most, 'x', '', '', '\n'),
  'line breaks': (most) => Buffer.alloc(most, '\n'),
  'twenty thousand lines': () => filled(600_000, 'a,device=b c=1', '', '', '\n').subarray(0, 299_000),
  fields: (most) => Buffer.from(`a,device=b ${named(Math.floor(most / 10), (name) => `${name}=1`)}`),
  'as many fields as there may be': () => Buffer.from(`a,device=b ${named(249_000, (name) => `${name}=1`)}`),
  tags: (most) => Buffer.from(`a,${named(Math.floor(most / 10), (name) => `${name}=1`)} c=1`),
  'texts without end': (most) => filled(most, 'a b="', '', '', '\n'),
  'a long text': (most) => Buffer.from(`a,device=b c="${'x'.repeat(most - 40)}"`),
  commas: (most) => Buffer.alloc(most, ','),
  backslashes: (most) => Buffer.alloc(most, '\\'),
  'no text': (most) => Buffer.alloc(most, 0xff),
}

const FORM: typeof JSON_BODIES = {
  fields: (most) => filled(most, 'a=1', '', '', '&'),
  ampersands: (most) => Buffer.alloc(most, '&'),
  escapes: (most) => filled(most, '%41', '', '', ''),
}

const bytesOf = (most: number, hex: string): Buffer =>
  Buffer.from(hex.repeat(Math.floor((most * 2) / hex.length)), 'hex')

const PROTOBUF: typeof JSON_BODIES = {
  'empty messages': (most) => bytesOf(most, '0a00'),
  'messages in messages': (most) => bytesOf(most, '0a020a00'),
  'empty series of version 2': (most) => bytesOf(most, '2a00'),
  'endless numbers': (most) => bytesOf(most, '80'.repeat(11)),
  'lengths beyond the end': (most) => bytesOf(most, '0affffffff7f'),
  'negative lengths': (most) => bytesOf(most, '0affffffffffffffffff01'),
  // A series with a label, and a value.
  'short series': (most) => bytesOf(most, '0a120a060a0169120161120811000000000000f03f'.slice(0, 40)),
  zeros: (most) => Buffer.alloc(most),
}

/** Samples in the form of the app: many of one time, in any order, and broken ones. */
const SAMPLES: typeof JSON_BODIES = {
  'samples of different times': (most) => samples(most, (place) => `{"date":"${dateOf(place * 61)}","qty":1}`),
  'samples backwards': (most) => samples(most, (place) => `{"date":"${dateOf(-place * 61)}","qty":1}`),
  'samples of one time': (most) => samples(most, () => `{"date":"${dateOf(0)}","qty":1}`),
  'samples without a time': (most) => samples(most, () => '{"qty":1}'),
  'broken samples': (most) => samples(most, () => '{"date":x}'),
  'empty samples': (most) => samples(most, () => '{}'),
}

const dateOf = (seconds: number): string =>
  new Date(1_790_000_000_000 + seconds * 1_000).toISOString().replace('T', ' ').replace(/\..*/, ' +0000')

function samples(most: number, of: (place: number) => string): Buffer {
  const pieces: string[] = []
  for (let [length, place] = [100, 0]; place < 249_000; place += 1) {
    const piece = of(place)
    length += piece.length + 1
    if (length > most) break
    pieces.push(piece)
  }
  return Buffer.from(`{"data":{"metrics":[{"name":"heart_rate","units":"count/min","data":[${pieces.join()}]}]}}`)
}

const JSON_MEDIA = 'application/json'
const PROTOBUF_MEDIA = 'application/x-protobuf'
const FORM_MEDIA = 'application/x-www-form-urlencoded'

/** Bodies that somebody with the token of a source may post to do harm, of at most so many bytes, with a name and a media type. */
export function* hostileBodies(format: string, most: number): Generator<[string, string, Buffer]> {
  const kinds: [string, typeof JSON_BODIES][] =
    format === 'influx'
      ? [['text/plain', LINES]]
      : format === 'prometheus'
        ? [[PROTOBUF_MEDIA, PROTOBUF]]
        : ([
            [JSON_MEDIA, JSON_BODIES],
            ...(format === 'otlp' ? ([[PROTOBUF_MEDIA, PROTOBUF]] as const) : []),
            ...(format === 'json' ? ([[FORM_MEDIA, FORM]] as const) : []),
            ...(format === 'health-auto-export' ? ([[JSON_MEDIA, SAMPLES]] as const) : []),
          ] as never)
  for (const [media, bodies] of kinds)
    for (const [name, make] of Object.entries(bodies)) yield [name, media, make(most)]
}
