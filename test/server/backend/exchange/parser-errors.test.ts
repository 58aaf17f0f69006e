import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import { parseDocument } from 'yaml'
import { readJson } from '../../../../server/backend/files/json.ts'
import { xmlElements } from '../../../../server/backend/files/xml.ts'
import { readYaml } from '../../../../server/backend/files/yaml.ts'
import { openZip } from '../../../../server/backend/files/zip-read.ts'
import { readExif } from '../../../../server/backend/media/exif.ts'
import { testBackend } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { zipOf } from '../../../support/zips.ts'

/*
 * Errors that a library can raise for a file, extracted from its source. A new version with a new error fails this test until a file triggers it, or
 * a reason states why no file can.
 */
const errorsOf = (file: string, pattern: RegExp): string[] => {
  const text = readFileSync(new URL(`../../../../node_modules/${file}`, import.meta.url), 'utf8')
  return [...new Set(Array.from(text.matchAll(pattern), found => found[1]?.replace(/\\(.)/g, '$1') ?? ''))]
}

function walked(t: Test, library: string, errors: readonly string[], known: readonly string[]) {
  t.ok(errors.length > 0, `${library} has errors`)
  t.same([...errors].sort(), [...known].sort(), `${library}: each error has a file, or a reason why none can trigger it`)
}

interface TableFault {
  /** Rows below a header of two columns. */
  rows: string
  line: number
}

const tables: Record<string, TableFault[]> = {
  INVALID_OPENING_QUOTE: [
    { rows: 'a.jpg,3" shell', line: 2 },
    { rows: '"a\r\nb.jpg",1\r\n\r\nc.jpg,3" shell\r\n', line: 5 },
    { rows: '"a.jpg",1\rb.jpg,3" shell\r', line: 3 }
  ],
  CSV_INVALID_CLOSING_QUOTE: [{ rows: 'a.jpg,1\nb.jpg,"3" shell"', line: 3 }],
  CSV_QUOTE_NOT_CLOSED: [{ rows: '"a.jpg",1\n\nb.jpg,"shell\nc.jpg,1\nd.jpg,2\n', line: 4 }],
  CSV_MAX_RECORD_SIZE: [{ rows: `a.jpg,1\n"${'x'.repeat(1024 * 1024 + 1)}",1`, line: 3 }]
}
const notOfTables = {
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'cells are not trimmed by the parser',
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'rows may be shorter or longer than the header',
  CSV_RECORD_INCONSISTENT_COLUMNS: 'the parser knows no columns',
  CSV_INVALID_COLUMN_MAPPING: 'the parser knows no columns'
}

t.test('each error of the CSV parser is a 422 with its line, in every table that people upload', async t => {
  const errors = errorsOf('csv-parse/lib/api/index.js', /new CsvError\(\s*"([A-Z_]+)"/g)
  walked(t, 'csv-parse', errors, [...Object.keys(tables), ...Object.keys(notOfTables)])
  const { app, signUp } = await testBackend(t)
  const owner = await signUp()
  const project = await owner.makeProject()
  const calls = {
    'media/metadata': 'filename,depth',
    'labels/import': 'name,note',
    'sites/assign-by-table': 'file,site'
  }
  for (const [call, header] of Object.entries(calls)) {
    for (const { rows, line } of Object.values(tables).flat()) {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/projects/${project.id}/${call}`,
        headers: { authorization: `Bearer ${owner.tokens.access_token}`, 'content-type': 'text/csv' },
        payload: `${header}\n${rows}`
      })
      t.match(
        answer.json(),
        { status: 422, code: 'UNUSABLE_TABLE', detail: new RegExp(`at line ${line}: `) },
        `${call} ${rows.slice(0, 20)}`
      )
    }
  }
})

const notWellFormed: Record<string, string[]> = {
  'disallowed character.': ['<r>\n\u0001</r>', '<r>\n\ufffe</r>', '<r a="\n<"/>', '<r>\n<![CDATA[\u0001]]></r>'],
  'malformed comment.': ['<r>\n<!-- -- --></r>', '<r>\n<!-x--></r>'],
  'empty entity name.': ['<r>\n&;</r>'],
  'disallowed character in tag name': ['<r>\n<.a/></r>'],
  'text data outside of root node.': ['\nx<r/>', '<r/>\nx'],
  'inappropriately located doctype declaration.': ['<r>\n<!DOCTYPE r></r>'],
  'incorrect syntax.': ['<r>\n<!x></r>'],
  'processing instruction without a target.': ['<r>\n<??></r>'],
  'disallowed character in processing instruction name.': ['<r>\n<?a,b?></r>', '<r>\n<?,?></r>'],
  'an XML declaration must be at the start of the document.': ['<r>\n<?xml?></r>'],
  'the XML declaration must appear at the start of the document.': ['\n<?xml version="1.0"?><r/>'],
  'XML declaration is incomplete.': ['<?xml\n?><r/>', '<?xml version\n?><r/>', '<?xml version=\n?><r/>', '<?xml version="1.0\n?><r/>'],
  'did not expect any more name/value pairs.': ['<?xml version="1.0" encoding="utf-8" standalone="no"\nx="1"?><r/>'],
  'value required.': ['<?xml\nversion x?><r/>'],
  'value must be quoted.': ['<?xml\nversion=1?><r/>'],
  'version number must match /^1\\.[0-9]+$/.': ['<?xml\nversion="2.0"?><r/>'],
  'standalone value must match "yes" or "no".': ['<?xml version="1.0"\nstandalone="maybe"?><r/>'],
  'whitespace required.': ['<?xml version="1.0"encoding="utf-8"\n?><r/>'],
  'processing instructions are not allowed before root.': [],
  'XML declaration must contain a version.': ['<?xml\n?><r/>'],
  'The character ? is disallowed anywhere in XML declarations.': ['<?xml\nversion="1.0" ?x?><r/>'],
  'documents may contain only one root.': ['<r/>\n<r/>'],
  'disallowed character in tag name.': ['<r>\n<a,b/></r>'],
  'forward-slash in opening tag not followed by >.': ['<r>\n<a/ b></a></r>'],
  'disallowed character in attribute name.': ['<r>\n<a ,b="1"/></r>', '<r>\n<a b,c="1"/></r>'],
  'attribute without value.': ['<r>\n<a b></a></r>', '<r>\n<a b c="1"/></r>'],
  'unquoted attribute value.': ['<r>\n<a b=1/></r>'],
  'no whitespace between attributes.': ['<r>\n<a b="1"c="2"/></r>'],
  'the string "]]>" is disallowed in char data.': ['<r>\n]]></r>'],
  'disallowed character in closing tag.': ['<r>\n</,></r>', '<r>\n</r,>'],
  'document must contain a root element.': ['\n'],
  'unexpected end.': ['<r>\n<a', '<r>\n<!--'],
  'weird empty close tag.': ['<r>\n</></r>'],
  'unexpected close tag.': ['<r/>\n</r>'],
  'malformed character entity.': ['<r>\n&#x110000;</r>', '<r>\n&#zz;</r>']
}
const notOfXml = {
  'cannot write after close; assign an onready handler.': 'nothing is written after the end',
  'invalid attempt to undefine prefix in XML 1.0': 'names are read without namespaces',
  'tags may not have "xmlns" as prefix.': 'names are read without namespaces'
}

t.test('each error of the XML parser is a refusal with its line', async t => {
  const errors = errorsOf('saxes/saxes.js', /this\.fail\("((?:[^"\\]|\\.)*)"/g)
  walked(t, 'saxes', errors, [...Object.keys(notWellFormed), ...Object.keys(notOfXml)])
  const withNames = ['<r>\n<a b="1" b="2"/></r>', '<r>\n</a></r>', '<r>\n<a></r>', '<r>\n&nbsp;</r>', '<?xml\nencoding="x"?><r/>', '<r>\n']
  for (const text of [...Object.values(notWellFormed).flat(), ...withNames]) {
    const read = xmlElements(Readable.from([Buffer.from(text)]), { root: 'r', names: ['r'], format: 'XML of ours' }, {})
    const line = text.endsWith('\n') ? '(?:1|2)' : text.startsWith('<?xml version="1.0"encoding') ? '1' : '2'
    await t.rejects(
      Array.fromAsync(read),
      { statusCode: 422, message: new RegExp(`^This is not XML of ours: .*\\bline ${line}\\b`) },
      JSON.stringify(text)
    )
  }
})

t.test('each error of the JSON parser is a refusal with its line', async t => {
  const faults: Record<string, number> = {
    '': 1,
    '\n\n': 3,
    '[1,\n2': 2,
    '[1,\n': 2,
    '{"a":\n': 2,
    '{"a"\n': 2,
    '{\n': 2,
    '[\n1 2]': 2,
    '[\n1 "a"]': 2,
    '{\n1: 2}': 2,
    '{"a": 1\n"b": 2}': 2,
    '[1,\n]': 1,
    '{"a": 1,\n}': 2,
    '{"a"\n1}': 2,
    '["\na"]': 1,
    '[\n"\u0001"]': 2,
    '[\n"\\u12"]': 2,
    '[\n"\\x"]': 2,
    '[\n-]': 2,
    '[\n1.]': 2,
    '[\n1e]': 2,
    '[\n01]': 2,
    '[\n.5]': 2,
    '[]\nx': 2,
    '{}\n]': 2,
    '[\n}': 2,
    '{\n]': 2,
    '[\nundefined]': 2,
    '[\nnul]': 2,
    '[\nNaN]': 2,
    '[\n-Infinity]': 2,
    "[\n'a']": 2,
    '[\n"a]': 2,
    '["\\"]", ["],"],\nNone]': 2,
    '\nid,name': 2,
    '[\n\ud83d]': 2
  }
  for (const [text, line] of Object.entries(faults))
    await t.rejects(
      readJson(Readable.from([Buffer.from(text)]), {}),
      { statusCode: 422, message: new RegExp(`^This is not JSON: .*\\bline ${line}\\b`, 's') },
      JSON.stringify(text)
    )
})

/** Files that become invalid on their second line. */
const notYaml: Record<string, string[]> = {
  ALIAS_PROPS: ['a: &x 1\nb: &y *x'],
  BAD_ALIAS: ['a: 1\nb: *'],
  BAD_DIRECTIVE: ['\n%YAML 9\n---\na: 1'],
  BAD_DQ_ESCAPE: ['a: 1\nb: "\\q"'],
  BAD_INDENT: ['a: [1,\n2]'],
  BAD_PROP_ORDER: ['a: 1\n&a ? b'],
  BAD_SCALAR_START: ['a: 1\nb: @x', 'a: 1\nb: `x'],
  BLOCK_AS_IMPLICIT_KEY: ['a: 1\nb: c: d'],
  BLOCK_IN_FLOW: ['a: 1\nb: [? - c]'],
  KEY_OVER_1024_CHARS: [`a: 1\n"${'x'.repeat(1030)}": 1`],
  MISSING_CHAR: ['a: 1\nb: "c', "a: 1\nb: 'c"],
  MULTILINE_IMPLICIT_KEY: ['a: 1\n"b\nc": 1'],
  MULTIPLE_ANCHORS: ['a: 1\nb: &x &y 1'],
  MULTIPLE_DOCS: ['a: 1\n---\nb: 1'],
  MULTIPLE_TAGS: ['a: 1\nb: !!str !!int 1'],
  RESOURCE_EXHAUSTION: [`a: 1\nb: ${'['.repeat(20_000)}`],
  TAB_AS_INDENT: ['a:\n\t- b'],
  TAG_RESOLVE_FAILED: ['a: 1\nb: !x!y 1'],
  UNEXPECTED_TOKEN: ['a: 1\n]', 'a: 1\nb: }', 'a: 1\nb: |x\n c']
}
const notOfYaml = {
  BAD_COLLECTION_TYPE: 'a warning: the collection is read as what it is',
  DUPLICATE_KEY: 'keys are compared by us',
  IMPOSSIBLE: 'by its name',
  NON_STRING_KEY: 'a key that is no text is refused by us'
}

t.test('each error of the YAML parser is a refusal with its line', async t => {
  const codes = errorsOf('yaml/dist/errors.d.ts', /'([A-Z\d]+(?:_[A-Z\d]+)*)'/g)
  walked(t, 'yaml', codes, [...Object.keys(notYaml), ...Object.keys(notOfYaml)])
  for (const [code, texts] of Object.entries(notYaml)) {
    for (const text of texts) {
      t.ok(
        parseDocument(text, { schema: 'core', prettyErrors: false }).errors.some(error => error.code === code),
        `${code} is triggered`
      )
      const message = /^This YAML cannot be read: .* at line 2$/
      t.throws(() => readYaml(text, 'core'), { statusCode: 422, message }, text.slice(0, 40))
    }
  }
})

const archive = await zipOf({ 'a.txt': 'a fish', 'b.txt': 'a fish and another fish and another fish and another fish' })
const entriesAt = archive.indexOf('PK\x01\x02', 0, 'latin1')
const endAt = archive.indexOf('PK\x05\x06', 0, 'latin1')

/** Returns the archive with some of its bytes replaced. */
function changed(...edits: [at: number, bytes: number[]][]): Buffer {
  const copy = Buffer.from(archive)
  for (const [at, bytes] of edits) copy.set(bytes, at)
  return copy
}

/** Adds an extra field to the first entry, over the beginning of the second one. */
const withExtra = (extra: number[], ...edits: [at: number, bytes: number[]][]) =>
  changed([entriesAt + 30, [extra.length, 0]], [entriesAt + 46 + 5, extra], ...edits)

/** Returns the end of an archive of more than 4 GiB, which gives the offset of its further records. */
function zip64(record: (bytes: Buffer) => void, offset: bigint = BigInt(endAt)): Buffer {
  const end = Buffer.alloc(56)
  end.write('PK\x06\x06', 'latin1')
  record(end)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(offset, 8)
  return Buffer.concat([archive.subarray(0, endAt), end, locator, archive.subarray(endAt)])
}

const damaged: Record<string, Buffer[]> = {
  'Invalid comment length. Expected: ': [Buffer.concat([archive, Buffer.from('more')])],
  'invalid zip64 end of central directory record signature': [zip64(end => end.write('no'))],
  'multi-disk zip files are not supported: found disk number: ': [changed([endAt + 4, [1, 0]]), zip64(end => end.writeUInt32LE(1, 16))],
  'End of central directory record signature not found. Either not a zip file, or file is truncated.': [
    archive.subarray(0, -30),
    Buffer.alloc(0)
  ],
  'invalid central directory file header signature: 0x': [changed([entriesAt, [0]])],
  'strong encryption is not supported': [changed([entriesAt + 8, [0x41]])],
  'zip64 extended information extra field does not include uncompressed size': [
    withExtra([1, 0, 0, 0], [entriesAt + 24, [255, 255, 255, 255]])
  ],
  'zip64 extended information extra field does not include compressed size': [
    withExtra([1, 0, 0, 0], [entriesAt + 20, [255, 255, 255, 255]])
  ],
  'zip64 extended information extra field does not include relative header offset': [
    withExtra([1, 0, 0, 0], [entriesAt + 42, [255, 255, 255, 255]])
  ],
  'unsupported compression method: ': [changed([entriesAt + 10, [99]])],
  'invalid local file header signature: 0x': [changed([0, [0]])],
  'file data overflows file bounds: ': [changed([26, [255, 255]])],
  'extra field length exceeds extra field buffer size': [withExtra([1, 0, 9, 0])],
  'unexpected EOF': [changed([endAt + 16, [255, 255, 255, 127]]), zip64(() => {}, 2n ** 40n)]
}
const notOfArchives = [
  'invalid unref',
  'expected totalSize parameter to be a number',
  "zip file too large. only file sizes up to 2^52 are supported due to JavaScript's Number type being an IEEE 754 double.",
  'readEntry() called without lazyEntries:true',
  'eachEntry() requires lazyEntries: true',
  'eachEntry() must only be called once per ZipFile',
  'next() called before previous Promise was resolved.',
  'cannot use options.decrypt when options.decodeFileData === false',
  'cannot use options.decompress when options.decodeFileData === false',
  'options.decrypt can only be specified for encrypted entries. See also option decodeFileData.',
  'invalid options.decrypt value: ',
  'entry is encrypted and compressed, and options.decompress !== false. See also option decodeFileData.',
  'options.decompress can only be specified for compressed entries. See also option decodeFileData.',
  'invalid options.decompress value: ',
  'options.start < 0',
  'options.start > entry.compressedSize',
  'options.end < 0',
  'options.end > entry.compressedSize',
  'options.end < options.start',
  'start/end range require options.decodeFileData === false for non-trivial encoded entries.',
  'closed',
  'entry is encrypted, and options.decodeFileData !== false',
  'unrecognized options.timezone: ',
  'not implemented'
] // misuse of the library, which no file causes; an encrypted file is refused before it is opened

t.test('each error of the archive reader is a refusal, and so are offsets beyond the file', async t => {
  const errors = errorsOf('yauzl/index.js', /new Error\("((?:[^"\\]|\\.)*)"/g)
  walked(t, 'yauzl', errors, [...Object.keys(damaged), ...notOfArchives])
  const further = [
    zip64(() => {}, 2n ** 63n),
    zip64(end => {
      end.writeBigUInt64LE(1n, 32)
      end.writeBigUInt64LE(2n ** 63n, 48)
    }),
    withExtra([1, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 255], [entriesAt + 42, [255, 255, 255, 255]], [endAt + 10, [1, 0]]),
    changed([entriesAt + 24, [1]]),
    changed([entriesAt + 24, [200]]),
    changed([40, [7, 7, 7]])
  ]
  const path = join(t.testdir({}), 'archive.zip')
  for (const [at, content] of [...Object.values(damaged).flat(), ...further].entries()) {
    await writeFile(path, content)
    const readAll = async () => {
      const { entries, close } = await openZip(path)
      try {
        for (const { content } of entries) await Array.fromAsync(content())
      } finally {
        close()
      }
    }
    await t.rejects(readAll(), { statusCode: 422, message: /archive/ }, `archive ${at}`)
  }
})

t.test('each error of the EXIF reader leaves an image without its camera data', async t => {
  const blocks: Record<string, Buffer> = {
    'Invalid EXIF data: buffer should start with "Exif", "MM" or "II".': Buffer.from('nothing of that'),
    'Invalid EXIF data: expected byte order marker.': Buffer.from('Exif\0\0XX*\0'),
    'Invalid EXIF data: expected 0x002A.': Buffer.from('Exif\0\0II\0\0'),
    'Invalid EXIF data: Ends before ifdOffset': Buffer.from('II*\0\0\0'),
    'Invalid EXIF data: ifdOffset < 8': Buffer.from('II*\0\x01\0\0\0\0\0\0\0')
  }
  walked(t, 'exif-reader', errorsOf('exif-reader/index.js', /new Error\('([^']*)'/g), Object.keys(blocks))
  for (const block of Object.values(blocks)) t.same(readExif(block).exif, {})
})

t.test('the public call refuses a file of each kind that stops a parser, and gives the reason', async t => {
  const { preview } = await exchangingProject(t, [{ fileName: 'a.jpg' }])
  const files: [string, string | Buffer, RegExp][] = [
    ['coco', '{"images": [\n', /^This is not JSON: it ends at line 2/],
    ['ifdo', 'image-set-header:\n\t- a', /^This YAML cannot be read: .* at line 2$/],
    ['cvat', '<annotations>\n<image', /^This is not a CVAT .*line 2/],
    ['yolo', zip64(() => {}, 2n ** 63n), /archive/]
  ]
  for (const [format, content, failure] of files)
    t.match(await preview(content, { format: format as 'coco' }), { job: { state: 'failed', failure } }, format)
})

t.test('each error in the body of a call is a 4xx', async t => {
  const { app, signUp } = await testBackend(t)
  const owner = await signUp()
  const send = (payload: string, type = 'application/json') =>
    app.inject({
      method: 'POST',
      url: '/api/projects',
      headers: { authorization: `Bearer ${owner.tokens.access_token}`, 'content-type': type },
      payload
    })
  for (const body of ['', '{', '{"title": "a"}x', '{"title": NaN}', '{"__proto__": {}}', '{"constructor": {"prototype": {}}}', '[', '"'])
    t.match((await send(body)).statusCode, /^4\d\d$/, body)
  t.match((await send('title=a', 'application/x-www-form-urlencoded')).statusCode, /^4\d\d$/)
  t.match((await send('%E0%A4%A=%', 'application/x-www-form-urlencoded')).statusCode, /^4\d\d$/)
  t.match((await send('{}', 'application/json; charset=;')).statusCode, /^4\d\d$/)
  for (const cursor of ['x', '%', Buffer.from('{').toString('base64url'), Buffer.from('[1,2,3]').toString('base64url')])
    t.match((await owner.get(`/projects?cursor=${cursor}`)).statusCode, /^4\d\d$/, cursor)
})
