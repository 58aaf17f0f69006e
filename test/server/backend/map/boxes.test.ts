import t from 'tap'
import { type Box, blockTest, boxTest, rowsOfBlock } from '../../../../server/backend/map/boxes.ts'
import { type ColumnRow, columnsBuilder } from '../../../../server/backend/map/columns.ts'
import { countOf, maskOf, rowsOfWord, wordsOf, zerosOf } from '../../../../server/backend/map/masks.ts'
import { rowsInView } from '../../../../server/backend/map/view.ts'
import { chance } from '../../../support/fuzz/chance.ts'

const luck = chance('boxes of rows')
const rowCount = 10 * rowsOfBlock + 37

/** Rows in small patches of the earth, some of them on both sides of the 180° meridian. */
function patchyColumns() {
  const builder = columnsBuilder()
  const others = { kind: 2, depth_min: null, day: null, label_id: null, person_id: null, flags: 0, grid: 0 } as const
  for (let row = 0; row < rowCount; row++) {
    const patch = Math.floor(row / 180)
    const longitude = patch % 4 === 0 ? luck.one([-1800, 1799]) + luck.below(2) : ((patch * 240) % 3400) - 1700 + luck.below(20)
    builder.add({ ...others, id: row + 1, cell: row, longitude, latitude: ((patch * 130) % 1700) - 850 + luck.below(20) } as ColumnRow)
  }
  return builder.build()
}

function randomBox(): Box | null {
  if (luck.in100(5)) return null
  const [west, south] = [luck.below(3600) - 1800, luck.below(1700) - 900]
  const wide = luck.in100(50) ? luck.below(3600) : luck.below(60)
  const east = west + wide
  return { west, south, east: east > 1800 ? east - 3600 : east, north: south + luck.below(900 - south) }
}

const isIn = ({ west, south, east, north }: Box, longitude: number, latitude: number) =>
  latitude >= south && latitude <= north && (west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east)

t.test('the rows of a box equal a check of each row, in 500 boxes', async t => {
  const columns = patchyColumns()
  const randomMask = (share: number) => {
    const mask = maskOf(rowCount)
    for (let row = 0; row < rowCount; row++) mask[row] = luck.in100(share) ? 1 : 0
    return mask
  }
  const compared = { all: 0, some: 0, none: 0 }
  for (let round = 0; round < 500; round++) {
    const box = randomBox()
    const [matching, counted] = [randomMask(luck.one([2, 60, 100])), randomMask(80)]
    const view = {
      columns,
      counted: { rows: counted, labels: columns.labels, labelIds: [] },
      filter: [],
      box,
      matching: async () => matching
    }
    const { rows, placedCount, inViewCount } = await rowsInView(view)
    const placed = Array.from({ length: rowCount }, (_, row) => row).filter(row => matching[row] === 1 && counted[row] === 1)
    const expected = placed.filter(row => !box || isIn(box, columns.longitudes[row]!, columns.latitudes[row]!))
    const words = `box ${JSON.stringify(box)}`
    t.equal(placedCount, placed.length, words)
    t.equal(inViewCount, expected.length, words)
    t.same([...rows], expected, words)

    const [inside, isInside] = [blockTest(columns, box), boxTest(columns, box)]
    for (let block = 0; block * rowsOfBlock < rowCount; block++) {
      const ofBlock = Array.from({ length: Math.min(rowsOfBlock, rowCount - block * rowsOfBlock) }, (_, at) => block * rowsOfBlock + at)
      const found = inside(block)
      compared[found] += 1
      if (found === 'all') t.ok(ofBlock.every(isInside), words)
      if (found === 'none') t.notOk(ofBlock.some(isInside), words)
    }
  }
  t.ok(compared.all > 100 && compared.some > 100 && compared.none > 100, JSON.stringify(compared))
})

t.test('words of a mask count its rows', async t => {
  for (const count of [0, 1, 3, 4, 5, 1023]) {
    const mask = maskOf(count, 1)
    const words = [...wordsOf(mask)]
    t.equal(mask.length, count)
    t.equal(
      words.reduce((sum, word) => sum + countOf(word), 0),
      count
    )
    t.equal(
      words.reduce((sum, word) => sum + zerosOf(word), 0),
      words.length * rowsOfWord - count,
      'padding is zero'
    )
  }
  for (let round = 0; round < 200; round++) {
    const bytes = maskOf(4)
    for (let row = 0; row < 4; row++) bytes[row] = luck.below(2) * luck.below(128)
    t.equal(zerosOf(wordsOf(bytes)[0]!), bytes.filter(byte => byte === 0).length, String(bytes))
  }
})
