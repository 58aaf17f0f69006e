import t from 'tap'
import { pyramidLevels } from '../../../shared/geometry/tile-pyramid.ts'
import { levelFor, parentOf, tilePlace, tilesIn } from '../../../web/imagery/tiles.ts'

const media = { width: 6001, height: 4501 }
const levels = pyramidLevels(media.width, media.height)
const whole = { left: 0, top: 0, right: media.width, bottom: media.height }

t.test('the level has a pixel for every device pixel, or is the last', t => {
  const last = levels.length - 1
  t.equal(levelFor(levels, 0.001), 0)
  t.equal(levelFor(levels, 1), last)
  t.equal(levelFor(levels, 16), last)
  t.equal(levelFor(levels, 0.5), last - 1)
  t.equal(levelFor(levels, 0.7), last, 'half the pixels would be blurred')
  t.end()
})

t.test('tiles in view are listed from the middle outwards, each once', t => {
  const last = levels.length - 1
  const tiles = tilesIn(levels, last, whole)
  t.equal(tiles.length, levels[last]!.columns * levels[last]!.rows)
  t.equal(new Set(tiles.map(tile => `${tile.column}/${tile.row}`)).size, tiles.length)
  const corner = ({ column, row }: { column: number; row: number }) => Math.hypot(column + 0.5 - 6001 / 1024, row + 0.5 - 4501 / 1024)
  t.ok(corner(tiles[0]!) <= corner(tiles.at(-1)!))
  t.end()
})

t.test('a part within one tile needs only that tile, and its edge not the next one', t => {
  const last = levels.length - 1
  t.same(tilesIn(levels, last, { left: 512, top: 0, right: 1024, bottom: 512 }), [{ level: last, column: 1, row: 0 }])
  t.same(tilesIn(levels, last, { left: 5, top: 5, right: 5, bottom: 9 }), [], 'nothing is visible')
  t.end()
})

t.test('tiles of every level cover the picture without a gap', t => {
  for (const [level, grid] of levels.entries()) {
    const place = (column: number, row: number) => tilePlace(levels, { level, column, row }, media)
    t.equal(place(0, 0).left, 0)
    t.equal(place(grid.columns - 1, grid.rows - 1).right, media.width)
    t.equal(place(grid.columns - 1, grid.rows - 1).bottom, media.height)
    for (let column = 1; column < grid.columns; column++) t.equal(place(column, 0).left, place(column - 1, 0).right)
  }
  t.end()
})

t.test('a tile has one parent, which covers it; the first has none', t => {
  t.same(parentOf({ level: 3, column: 5, row: 2 }), { level: 2, column: 2, row: 1 })
  t.equal(parentOf({ level: 0, column: 0, row: 0 }), null)
  t.end()
})
