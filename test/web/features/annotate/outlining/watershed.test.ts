import t from 'tap'
import { randomFrom } from '../../../../../server/backend/ai/learning/random.ts'
import { objectMask } from '../../../../../web/features/annotate/outlining/watershed.ts'

type Drawn = (x: number, y: number) => [red: number, green: number, blue: number]

/** Draws a picture with noise of up to ± 6 grey levels. */
function picture(width: number, height: number, drawn: Drawn, noise = 6): Uint8ClampedArray {
  const random = randomFrom(width * 31 + height)
  const rgba = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (const [channel, value] of drawn(x + 0.5, y + 0.5).entries())
        rgba[4 * (y * width + x) + channel] = value + noise * (2 * random() - 1)
  return rgba
}

const isInEllipse = (x: number, y: number, [cx, cy, rx, ry]: readonly number[]) => ((x - cx!) / rx!) ** 2 + ((y - cy!) / ry!) ** 2 <= 1

/** Computes the share of pixels in both of a mask and a region, among those in either. */
function overlap(mask: Uint8Array, width: number, isInside: (x: number, y: number) => boolean): number {
  let [both, either] = [0, 0]
  for (let at = 0; at < mask.length; at++) {
    const [covered, inside] = [mask[at] === 1, isInside((at % width) + 0.5, Math.floor(at / width) + 0.5)]
    if (covered && inside) both++
    if (covered || inside) either++
  }
  return both / either
}

const sand: [number, number, number] = [150, 140, 110]
const animal: [number, number, number] = [90, 60, 70]

t.test('an object that differs in colour is outlined, whatever its place in the box', async t => {
  for (const [name, ellipse] of Object.entries({
    round: [100, 80, 55, 50],
    long: [100, 80, 78, 22],
    aside: [112, 88, 45, 40]
  })) {
    const [width, height] = [200, 160]
    const rgba = picture(width, height, (x, y) => (isInEllipse(x, y, ellipse) ? animal : sand))
    const mask = objectMask(rgba, width, height, { left: 16, top: 13, right: 184, bottom: 147 })
    t.ok(mask, name)
    const share = overlap(mask!, width, (x, y) => isInEllipse(x, y, ellipse))
    t.ok(share > 0.9, `${name}: ${share.toFixed(3)}`)
  }
})

t.test('an animal of another hue but the same brightness is outlined too', async t => {
  const ellipse = [80, 80, 50, 45]
  const rgba = picture(160, 160, (x, y) => (isInEllipse(x, y, ellipse) ? [160, 100, 110] : [110, 130, 110]))
  const mask = objectMask(rgba, 160, 160, { left: 14, top: 14, right: 146, bottom: 146 })
  t.ok(overlap(mask!, 160, (x, y) => isInEllipse(x, y, ellipse)) > 0.9)
})

t.test('a spot within the object belongs to it, and a neighbour outside the box does not', async t => {
  const [width, height] = [220, 160]
  const ellipse = [90, 80, 60, 55]
  const rgba = picture(width, height, (x, y) => {
    if (isInEllipse(x, y, [110, 60, 12, 12])) return [240, 240, 235]
    if (isInEllipse(x, y, [190, 80, 26, 50])) return animal
    return isInEllipse(x, y, ellipse) ? animal : sand
  })
  const mask = objectMask(rgba, width, height, { left: 20, top: 15, right: 160, bottom: 145 })!
  t.ok(overlap(mask, width, (x, y) => isInEllipse(x, y, ellipse)) > 0.9)
  t.equal(mask[80 * width + 190], 0)
  t.equal(mask[60 * width + 110], 1, 'the spot has no hole')
})

t.test('an object that the picture cuts, and a box as large as the picture', async t => {
  const half = [0, 60, 70, 45]
  const rgba = picture(120, 120, (x, y) => (isInEllipse(x, y, half) ? animal : sand))
  const cut = objectMask(rgba, 120, 120, { left: 0, top: 10, right: 80, bottom: 110 })!
  t.ok(overlap(cut, 120, (x, y) => isInEllipse(x, y, half)) > 0.9)
  const inside = [60, 60, 40, 40]
  const whole = picture(120, 120, (x, y) => (isInEllipse(x, y, inside) ? animal : sand))
  t.ok(overlap(objectMask(whole, 120, 120, { left: 0, top: 0, right: 120, bottom: 120 })!, 120, (x, y) => isInEllipse(x, y, inside)) > 0.9)
})

t.test('an even area and a tiny box have no outline', async t => {
  const even = picture(100, 80, () => sand, 2)
  t.equal(objectMask(even, 100, 80, { left: 8, top: 8, right: 92, bottom: 72 }), null)
  t.equal(
    objectMask(
      picture(2, 2, () => sand),
      2,
      2,
      { left: 0, top: 0, right: 2, bottom: 2 }
    ),
    null
  )
})

t.test('the same picture gives the same mask', async t => {
  const rgba = picture(90, 90, (x, y) => (isInEllipse(x, y, [45, 45, 30, 25]) ? animal : sand), 30)
  const box = { left: 7, top: 7, right: 83, bottom: 83 }
  t.same(objectMask(rgba, 90, 90, box), objectMask(rgba, 90, 90, box))
})

t.test('clicks leave a neighbour out, or add one', async t => {
  const [width, height] = [240, 160]
  const [disc, neighbour] = [
    [80, 80, 50, 50],
    [160, 80, 30, 30]
  ] as const
  const two = (colour: [number, number, number]) =>
    picture(width, height, (x, y) => (isInEllipse(x, y, disc) ? animal : isInEllipse(x, y, neighbour) ? colour : sand))
  const isInDisc = (x: number, y: number) => isInEllipse(x, y, disc)
  const isInBoth = (x: number, y: number) => isInDisc(x, y) || isInEllipse(x, y, neighbour)
  const box = { left: 22, top: 22, right: 196, bottom: 138 }
  const click = (isObject: boolean) => ({ clicks: [{ x: 165, y: 82, isObject }], core: box })
  const share = (mask: Uint8Array | null, isInside: typeof isInDisc) => (mask ? overlap(mask, width, isInside) : 0)

  const alike = two([115, 75, 60])
  t.ok(share(objectMask(alike, width, height, box), isInBoth) > 0.9, 'an outline leaks into a neighbour that is alike')
  t.ok(share(objectMask(alike, width, height, box, click(false)), isInDisc) > 0.9, 'a click leaves the neighbour out')

  const unlike = two([160, 160, 70])
  t.ok(share(objectMask(unlike, width, height, box), isInDisc) > 0.9, 'a neighbour that is unlike is missing')
  t.ok(share(objectMask(unlike, width, height, box, click(true)), isInBoth) > 0.9, 'a click adds it')

  const core = { ...box, right: 138 }
  t.ok(share(objectMask(unlike, width, height, box, { ...click(true), core }), isInBoth) > 0.9, 'and so when the box grew for the click')
})

t.test('a click on the background within the object makes a hole, also in its middle', async t => {
  const [width, height] = [160, 160]
  const [ellipse, spot] = [
    [80, 80, 60, 60],
    [80, 80, 16, 16]
  ] as const
  const rgba = picture(width, height, (x, y) => (isInEllipse(x, y, spot) ? [240, 240, 235] : isInEllipse(x, y, ellipse) ? animal : sand))
  const box = { left: 12, top: 12, right: 148, bottom: 148 }
  const clicks = [
    { x: 120, y: 80, isObject: true },
    { x: 80, y: 80, isObject: false }
  ]
  const mask = objectMask(rgba, width, height, box, { clicks, core: box })!
  t.ok(overlap(mask, width, (x, y) => isInEllipse(x, y, ellipse) && !isInEllipse(x, y, spot)) > 0.9)
  t.equal(mask[80 * width + 80], 0)
})

t.test('a part that does not touch the object is left out, and without a marker of the object there is no mask', async t => {
  const [width, height] = [240, 160]
  const [disc, other] = [
    [80, 80, 45, 45],
    [190, 80, 25, 25]
  ] as const
  const rgba = picture(width, height, (x, y) => (isInEllipse(x, y, disc) || isInEllipse(x, y, other) ? animal : sand))
  const core = { left: 25, top: 25, right: 135, bottom: 135 }
  const box = { ...core, right: 225 }
  const mask = objectMask(rgba, width, height, box, { clicks: [{ x: 190, y: 80, isObject: true }], core })!
  t.ok(overlap(mask, width, (x, y) => isInEllipse(x, y, disc)) > 0.9)
  t.equal(objectMask(rgba, width, height, box, { clicks: [{ x: 190, y: 80, isObject: false }], core: null }), null)
})
