import type { Chance } from './chance.ts'

/** Texts that are valid in some contract. */
export const decentTexts = [
  'Porifera',
  'Lophelia pertusa (Linnaeus, 1758)',
  'Gorgonien am Überhang',
  '深海珊瑚',
  'ﬁlter · naïve',
  '𓆉🐟👩‍🔬',
  'a',
  'IMG_000001.JPG',
  '{site}_*.jpg',
  '3" shell',
  "it's",
  '=1+1',
  '%_\\',
  '<b>bold</b>',
  'true',
  '0',
  'en',
  'de-AT',
  '#1f77b4',
  '0000-0002-1825-0097',
  '0000-0001-5109-3700',
  'https://example.org/a?b=c#d',
  'urn:lsid:marinespecies.org:taxname:135161',
  'f'.repeat(64),
  '0123456789abcdef'.repeat(4),
  '2026-11-20',
  '2026-11-20T18:04:23.000Z',
  '2024-02-29T23:59:60Z',
  '0001-01-01',
  '9999-12-31T23:59:59.999Z',
  '2026-11-20T18:04:23.123456789+14:00',
  'someone@lab.example',
  'gorgonian lantern halocline',
  'metadata:Gear',
  'image',
  'site',
  'survey',
  'depthBand',
  'date',
  '2.new',
  '0.left*1.is.x',
  'individualCount',
  'x'.repeat(22)
]

/** Texts with characters that a database, a parser or an address treats specially. */
export const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  'a\ud83d',
  '\u202e\u200b\ufeff',
  '\uffff',
  '\r\nX-Injected: yes',
  "'; drop table project; --",
  '" or 1=1',
  '$1',
  '?',
  '#{x}',
  '{{x}}',
  '../../../etc/passwd',
  'C:\\con\\nul',
  '%00',
  '%',
  '\\',
  '*',
  '**',
  '*-',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e400',
  '-0',
  '0x10',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '{"a":1}',
  '"',
  'NEAR(a b)',
  'a" OR "b',
  'label:x AND',
  '-',
  '(',
  '0000-00-00',
  '2026-13-45T99:99:99Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  'x'.repeat(10_000),
  '🐟'.repeat(600),
  'e\u0301'.repeat(300),
  '9'.repeat(400)
]

const fields = ['label', 'imageLabel', 'person', 'eventDate', 'depth', 'confidence', 'reviewState', 'source', 'shape', 'workState']
const operators = ['is', 'isNot', 'under', 'atLeast', 'atMost', 'contains']
const values = [
  '',
  '0',
  '0.5',
  '2026-11-20',
  'confirmed',
  'human',
  'box',
  'wholeImage',
  'done',
  'IMG',
  '1e5',
  '-1',
  'x*-y',
  'a.b',
  "it's",
  '%'
]

/** Draws a filter of one to four conditions. About a third of them are valid. */
export function filterText({ one, below, in100 }: Chance, id: () => string): string {
  if (in100(30)) return ''
  const condition = () => {
    if (in100(30)) return `${one(['label', 'imageLabel'])}.${one(['is', 'isNot', 'under'])}.${id()}`
    if (in100(20)) return `attribute.${one(['sex', 'individualCount', 'a*.b', '$*.x', "it's", '"'])}.${one(operators)}.${one(values)}`
    if (in100(20)) return `fileName.${one(['contains', 'is', 'isNot'])}.${one([...decentTexts, ...hostileTexts]).replaceAll('*', '*-')}`
    return `${one(fields)}.${one(operators)}.${one(values)}`
  }
  return Array.from({ length: 1 + below(4) }, condition).join(one(['*', '**']))
}
