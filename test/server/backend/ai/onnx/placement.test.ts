import t from 'tap'
import { onImage, placementOf } from '../../../../../server/backend/ai/onnx/placement.ts'
import { mergeTiles, tilesOf } from '../../../../../server/backend/ai/onnx/tiles.ts'
import type { Manifest } from '../../../../../shared/contracts/uploaded-models.ts'
import { manifestWith } from '../../../../support/manifests.ts'

const sizes = [
  [640, 640],
  [4000, 3000],
  [3000, 4001],
  [37, 911]
] as const
const points = [
  [0, 0],
  [0.31, 0.77],
  [0.5, 0.5],
  [1, 1]
] as const

t.test('a point of the image is recovered from its place in the input', async t => {
  for (const [width, height] of sizes) {
    const ratio = Math.min(640 / width, 480 / height)
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)]
    const [left, top] = [Math.floor((640 - wide) / 2), Math.floor((480 - high) / 2)]
    const region = { x: 0, y: 0, width, height }
    const [box, stretched] = (['letterbox', 'stretch'] as const).map(resize => placementOf({ size: [640, 480], resize }, region))
    for (const [shareX, shareY] of points) {
      const [x, y] = [shareX * width, shareY * height]
      const back = [onImage(box!, [left + shareX * wide, top + shareY * high]), onImage(stretched!, [shareX * 640, shareY * 480])]
      for (const [backX, backY] of back) t.ok(Math.hypot(backX - x, backY - y) < 0.5, `${width} × ${height} at ${shareX}, ${shareY}`)
    }
  }
  const centre = placementOf({ size: [224, 224], resize: 'shortest_crop' }, { x: 0, y: 0, width: 448, height: 896 })
  t.same([centre.width, centre.height, centre.dx, centre.dy], [224, 448, 0, -112])
  t.same(onImage(centre, [112, 112]), [224, 448], 'the middle stays the middle')
  t.same(onImage(centre, [0, 0]), [0, 224], 'a quarter is cut off at the top')
})

const manifest = (tiling: Manifest['tiling']) => manifestWith({ ...(tiling && { tiling }), input: { size: [640, 640] } })
const on = { enabled: true, tile: 640, overlap: 0.2, maxTiles: 200 }

t.test('tiles cover a large image with their overlap', async t => {
  const tiles = tilesOf(manifest(on), 2000, 1000)
  t.same([...new Set(tiles.map(({ x }) => x))], [0, 453, 907, 1360])
  t.same([...new Set(tiles.map(({ y }) => y))], [0, 360])
  for (const { x, y, width, height } of tiles) t.same([x + width <= 2000, y + height <= 1000, width, height], [true, true, 640, 640])
  t.same(tilesOf(manifest(on), 900, 700), [{ x: 0, y: 0, width: 900, height: 700 }], 'an image up to 1.5 times the input stays whole')
  t.equal(tilesOf(manifest({ ...on, enabled: false }), 2000, 1000).length, 1)
  t.same(tilesOf(manifest({ ...on, maxTiles: 4 }), 2000, 1000)[0]?.width, 1280, 'when there would be too many, tiles are larger')
})

t.test('an object in two tiles is one, and the whole one is kept', async t => {
  const [left, right] = [
    { x: 0, y: 0, width: 100, height: 100 },
    { x: 80, y: 0, width: 100, height: 100 }
  ]
  const cut = { x1: 85, y1: 10, x2: 100, y2: 30, score: 0.9, index: 0, tile: left }
  const whole = { x1: 85, y1: 10, x2: 120, y2: 30, score: 0.7, index: 0, tile: right }
  const other = { ...whole, index: 1 }
  const image = { width: 180, height: 100 }
  t.same(mergeTiles([cut, whole, other], image, false), [whole, other])
  t.same(mergeTiles([cut], image, false), [cut], 'an object found in one tile only is kept')
})
