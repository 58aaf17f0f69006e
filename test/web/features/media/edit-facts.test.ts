import t from 'tap'
import type { Media } from '../../../../shared/contracts/media.ts'
import { factTexts, readFacts } from '../../../../web/features/media/edit-facts.ts'
import { readDegrees } from '../../../../web/features/media/position.ts'

const media = {
  fileName: 'dive-12.jpg',
  eventDate: '2019-11-20T22:14:22.500Z',
  decimalLatitude: 36.791844,
  decimalLongitude: -122.071707,
  depthInMeters: 302.55,
  altitudeInMeters: null
} as Media
const texts = factTexts(media)

t.test('positions are read in common notations', t => {
  t.equal(readDegrees('36.79', 90), 36.79)
  t.equal(readDegrees('36,79', 90), 36.79)
  t.equal(readDegrees('−122.07', 180), -122.07)
  t.equal(readDegrees('122° 4.2′ W', 180), -122.07)
  t.equal(readDegrees('W 122 4 12', 180), -122.07)
  t.equal(readDegrees('36° 47.400′ N', 90), 36.79)
  t.equal(readDegrees('180', 180), 180)
  t.end()
})

t.test('an invalid position is refused', t => {
  for (const text of ['', 'north', '91', '36 60 N', '36 10 75 N', '-36 N', '36 E', 'N 36 N', '1.2.3'])
    t.equal(readDegrees(text, 90), null, text)
  t.equal(readDegrees('36 N', 180), null, 'a longitude is east or west')
  t.end()
})

t.test('untouched values are not sent, including digits that the form does not show', t => {
  t.same(readFacts(media, texts), { edit: {}, errors: {} })
  t.same(readFacts(media, { ...texts, depthInMeters: '303' }), { edit: { depthInMeters: 303 }, errors: {} })
  t.end()
})

t.test('an emptied fact becomes unknown', t => {
  const { edit, errors } = readFacts(media, { ...texts, eventDate: '', decimalLatitude: '', decimalLongitude: ' ', depthInMeters: '' })
  t.same(edit, { eventDate: null, decimalLatitude: null, decimalLongitude: null, depthInMeters: null })
  t.same(errors, {})
  t.end()
})

t.test('times are UTC, with or without seconds', t => {
  const read = (eventDate: string) => readFacts(media, { ...texts, eventDate }).edit.eventDate
  t.equal(read('2020-01-02 03:04'), '2020-01-02T03:04:00.000Z')
  t.equal(read('2020-01-02T03:04:05.25Z'), '2020-01-02T03:04:05.250Z')
  t.equal(read('2020-01-02'), '2020-01-02T00:00:00.000Z')
  t.end()
})

t.test('each fault is reported at its field', t => {
  const { errors } = readFacts(media, {
    fileName: ' ',
    eventDate: '2021-02-31 10:00',
    decimalLatitude: '95',
    decimalLongitude: '',
    depthInMeters: 'deep',
    altitudeInMeters: '-2'
  })
  t.same(Object.keys(errors).sort(), ['altitudeInMeters', 'decimalLatitude', 'decimalLongitude', 'depthInMeters', 'eventDate', 'fileName'])
  t.end()
})
