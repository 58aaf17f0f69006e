// About: web/canvas
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { newId } from '../../server/lib/ids.ts'
import type { Media } from '../../shared/contracts/media.ts'
import type { Shape } from '../../shared/contracts/shapes.ts'
import type { Label } from '../../shared/contracts/taxonomy.ts'
import { withoutMessage } from '../support/annotate-screen.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { wholeScale } from '../support/pixels/shot.ts'
import { until } from '../support/until.ts'

const { url } = await sharedApp(t)
const browser: Browser = await launchChromium(t)

type Colour = [red: number, green: number, blue: number]
const size = { width: 1600, height: 1200 }
const sea: Colour = [70, 90, 100]
const red: Colour = [230, 30, 30]
const green: Colour = [30, 220, 60]
const blue: Colour = [60, 60, 240]

/** A circle in a box, a polygon with a hole, a point and a line. */
const shapes = {
  box: { shape: { kind: 'box', x: 200, y: 200, width: 400, height: 300 }, colour: red },
  circle: { shape: { kind: 'circle', x: 400, y: 350, radius: 80 }, colour: green },
  polygon: {
    shape: { kind: 'polygon', points: square(1000, 400, 200), holes: [square(1000, 400, 100)] },
    colour: blue
  },
  point: { shape: { kind: 'point', x: 1400, y: 1000 }, colour: red },
  line: {
    shape: {
      kind: 'line',
      points: [
        [200, 800],
        [600, 1000]
      ]
    },
    colour: green
  }
} satisfies Record<string, { shape: Shape; colour: Colour }>
type Name = keyof typeof shapes

function square(x: number, y: number, half: number): [number, number][] {
  return [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half]
  ]
}

/** Draws each shape on a flat picture, under a label of its colour. */
async function marked(t: Test) {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { id: projectId } = await makeProject(page, 'Reef')
  await page.goto(`/projects/${projectId}/dashboard`)
  const [r, g, b] = sea
  const buffer = await sharp({ create: { ...size, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'flat.png', mimeType: 'image/png', buffer }])
  await page.locator('[role=gridcell] [data-state="ready"]').waitFor()
  const [media] = (await callApi<{ items: Media[] }>(page, 'GET', `/projects/${projectId}/media`)).items
  const mediaId = media!.id
  const labels = new Map<Colour, string>()
  for (const [name, colour] of [
    ['Porifera', red],
    ['Anthozoa', green],
    ['Sand', blue]
  ] as const) {
    const hex = `#${colour.map(part => part.toString(16).padStart(2, '0')).join('')}`
    labels.set(colour, (await callApi<Label>(page, 'POST', `/projects/${projectId}/labels`, { name, colour: hex })).id)
  }
  const ids = Object.fromEntries(Object.keys(shapes).map(name => [name, newId()])) as Record<Name, string>
  const operations = Object.entries(shapes).map(([name, { shape, colour }]) => ({
    id: newId(),
    kind: 'create',
    annotationId: ids[name as Name],
    mediaId,
    shape,
    labelId: labels.get(colour)
  }))
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations })
  return { page, ids, address: `/projects/${projectId}/annotate?image=${mediaId}` }
}

async function shown(page: Page, address: string): Promise<Locator> {
  await page.goto(address)
  await page.getByRole('heading', { name: '5 annotations', exact: true }).waitFor()
  for (const name of ['Tools', 'View']) await page.getByRole('toolbar', { name }).waitFor() // the panels cover the canvas
  return page.getByRole('application')
}

interface Shot {
  data: Buffer
  width: number
  height: number
}

async function shotOf(page: Page, canvas: Locator): Promise<Shot> {
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const { data, info } = await sharp(await canvas.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Whether a colour is visible at a point of the whole picture, or one screen pixel beside it. */
function isSeen({ data, width, height }: Shot, x: number, y: number, colour: Colour): boolean {
  const scale = wholeScale({ width, height }, size)
  const [left, top] = [Math.round(width / 2 + (x - 800) * scale) - 1, Math.round(height / 2 + (y - 600) * scale) - 1]
  return [0, 1, 2].some(row =>
    [0, 1, 2].some(column => {
      const at = ((top + row) * width + left + column) * 3
      return colour.every((part, channel) => Math.abs(part - data[at + channel]!) < 14)
    })
  )
}

const filled = (colour: Colour) => colour.map((part, channel) => part * 0.2 + sea[channel]! * 0.8) as Colour

/** Names of the places that do not show the expected colour. */
function wrongPlaces(shot: Shot): string[] {
  const pointRadius = 5 / wholeScale(shot, size)
  const places: [name: string, x: number, y: number, colour: Colour][] = [
    ['left edge of the box', 200, 260, red],
    ['lower edge of the box', 500, 500, red],
    ['inside of the box', 250, 450, filled(red)],
    ['left of the box', 180, 260, sea],
    ['right edge of the circle', 480, 350, green],
    ['edge of the circle at 45°', 400 + 80 * Math.SQRT1_2, 350 + 80 * Math.SQRT1_2, green],
    ['outer edge of the polygon', 1200, 500, blue],
    ['inside of the polygon', 850, 400, filled(blue)],
    ['edge of its hole', 1100, 350, blue],
    ['the hole', 1000, 400, sea],
    ['ring of the point', 1400 + pointRadius, 1000, red],
    ['right of the point', 1430, 1000, sea],
    ['middle of the line', 400, 900, green],
    ['above the line', 400, 870, sea]
  ]
  return places.filter(([, x, y, colour]) => !isSeen(shot, x, y, colour)).map(([name]) => name)
}

/** Share of pixels with a visible difference. */
function difference(a: Shot, b: Shot): number {
  let different = 0
  for (let at = 0; at < a.data.length; at += 3) {
    if ([0, 1, 2].some(channel => Math.abs(a.data[at + channel]! - b.data[at + channel]!) > 60)) different++
  }
  return different / (a.data.length / 3)
}

/** Runs in the page: takes the graphics card away from the canvas, or restores it. @returns whether it is lost now */
async function graphicsCard(act: 'loseContext' | 'restoreContext'): Promise<boolean> {
  const canvas = document.querySelector('canvas')!
  const gl = canvas.getContext('webgl2')!
  const kept = window as unknown as { lost: WEBGL_lose_context }
  kept.lost ??= gl.getExtension('WEBGL_lose_context')!
  const changed = new Promise(resolve =>
    canvas.addEventListener(act === 'loseContext' ? 'webglcontextlost' : 'webglcontextrestored', resolve, { once: true })
  )
  kept.lost[act]()
  await changed
  return gl.isContextLost()
}

t.test('shapes are drawn in place with the graphics card, without it, and after it is restored', async t => {
  const { page, address } = await marked(t)
  const canvas = await shown(page, address)
  await withoutMessage(canvas)
  const byCard = await until(
    () => shotOf(page, canvas),
    shot => wrongPlaces(shot).length === 0
  )
  t.strictSame(wrongPlaces(byCard), [], 'with the card')

  t.ok(await page.evaluate(graphicsCard, 'loseContext' as const))
  const byHand = await until(
    () => shotOf(page, canvas),
    shot => wrongPlaces(shot).length === 0
  )
  t.strictSame(wrongPlaces(byHand), [], 'without it')
  t.ok(difference(byCard, byHand) < 0.002, `both look alike: ${difference(byCard, byHand)}`)

  t.notOk(await page.evaluate(graphicsCard, 'restoreContext' as const))
  const again = await until(
    () => shotOf(page, canvas),
    shot => wrongPlaces(shot).length === 0 && difference(byCard, shot) < 0.0002 // shapes appear before the picture is sharp
  )
  t.strictSame(wrongPlaces(again), [], 'after it is restored')
  t.ok(difference(byCard, again) < 0.0002, `no trace of the interruption: ${difference(byCard, again)}`)
})

t.test('an image that fails to load shows the failure and is retried; adjustments unavailable without a card are named', async t => {
  const { page, address } = await marked(t)
  let broken = true
  await page.route(/\/media\/[^/]+\/(content|thumbnail\/large)$/, route =>
    broken ? route.fulfill({ status: 503, json: { detail: 'The picture store is away' } }) : route.fallback()
  )
  const canvas = await shown(page, address)
  await page.getByRole('alert').getByText('The picture store is away').waitFor()
  await checkAccessibility(t, page, 'a picture that could not be fetched')
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  const shot = await until(
    () => shotOf(page, canvas),
    shot => wrongPlaces(shot).length === 0
  )
  t.strictSame(wrongPlaces(shot), [], 'picture and shapes')

  await page.getByRole('button', { name: 'Picture' }).click()
  await page.getByRole('slider', { name: 'Gamma' }).fill('1.5')
  await page.evaluate(graphicsCard, 'loseContext' as const)
  await page.getByText('No graphics card: drawing is slower, without gamma').waitFor()
  await page.evaluate(graphicsCard, 'restoreContext' as const)
  await page.getByText('No graphics card').waitFor({ state: 'hidden' })
})

/** Runs before the page: hides that the graphics card is a software renderer, so that it is taken for a real one. */
function hideCardName() {
  const { getExtension } = WebGL2RenderingContext.prototype
  WebGL2RenderingContext.prototype.getExtension = function (this: WebGL2RenderingContext, name: string) {
    return name === 'WEBGL_debug_renderer_info' ? null : getExtension.call(this, name as 'WEBGL_multi_draw')
  } as typeof getExtension
}

/** Returns the picture once nothing moves any more. */
async function rested(page: Page, canvas: Locator): Promise<Shot> {
  let before = await shotOf(page, canvas)
  return until(
    () => shotOf(page, canvas),
    shot => {
      const isSame = shot.data.equals(before.data)
      before = shot
      return isSame
    }
  )
}

/** Takes shots after zooms and drags by hand, and in the middle of a long drag. */
async function gestures(page: Page, canvas: Locator): Promise<Record<string, Shot>> {
  await until(
    () => shotOf(page, canvas),
    shot => wrongPlaces(shot).length === 0
  )
  const { x, y, width, height } = (await canvas.boundingBox())!
  const middle = [x + width * 0.45, y + height * 0.3] as const
  const shots: Record<string, Shot> = {}
  await page.mouse.move(...middle)
  for (const [name, wheel] of [
    ['zoomed in', -240],
    ['zoomed in further', -360],
    ['zoomed out a little', 180]
  ] as const) {
    await page.mouse.wheel(0, wheel)
    shots[name] = await rested(page, canvas)
  }
  await page.mouse.down({ button: 'middle' })
  for (let step = 1; step <= 12; step++) await page.mouse.move(middle[0] - step * 30, middle[1] + step * 6)
  shots['pulled, and still held'] = await rested(page, canvas)
  await page.mouse.up({ button: 'middle' })
  await page.keyboard.press('-')
  shots['whole again'] = await rested(page, canvas)
  return shots
}

t.test('a real graphics card and a software renderer draw the same everywhere', async t => {
  const { page, address } = await marked(t)
  const slow = await gestures(page, await shown(page, address))
  await page.addInitScript(hideCardName)
  const fast = await gestures(page, await shown(page, address))
  for (const [name, shot] of Object.entries(slow)) {
    const apart = difference(shot, fast[name]!)
    t.ok(apart < 0.0005, `${name}: ${apart}`)
  }
  t.strictSame(wrongPlaces(slow['whole again']!), [], 'and shapes are where they were')
  const views = Object.values(slow)
  for (const [at, shot] of views.slice(1).entries()) t.ok(difference(shot, views[at]!) > 0.01, 'each view differs')
})

interface View {
  /** Pixel in the centre, and screen pixels per pixel; null for the whole picture. */
  at: readonly [x: number, y: number, scale: number] | null
  clicks: readonly (readonly [x: number, y: number, selected: Name | null])[]
}

const views: View[] = [
  {
    at: null,
    clicks: [
      [380, 340, 'circle'],
      [250, 450, 'box'],
      [850, 400, 'polygon'],
      [1000, 400, null],
      [1408, 1000, 'point'],
      [400, 908, 'line']
    ]
  },
  {
    at: [500, 500, 1],
    clicks: [
      [470, 350, 'circle'],
      [490, 350, 'box'],
      [880, 400, 'polygon'],
      [920, 400, null]
    ]
  },
  {
    at: [460, 350, 4],
    clicks: [
      [478, 350, 'circle'],
      [483, 350, 'box']
    ]
  },
  {
    at: [1400, 1000, 4],
    clicks: [
      [1401, 1000, 'point'],
      [1404, 1000, null]
    ]
  }
]

t.test('a click selects the shape under it, at any zoom', async t => {
  const { page, ids, address } = await marked(t)
  const selected = () => new URL(page.url()).searchParams.get('select')
  for (const { at, clicks } of views) {
    const canvas = await shown(page, `${address}${at ? `&v=${at}` : ''}`)
    // the shapes are drawn once something is red; only the view of the point has no pure red pixel
    for (const end = Date.now() + 10_000; Date.now() < end && !(await shotOf(page, canvas)).data.includes(Buffer.from(red)); );
    const { x: left, y: top, width, height } = (await canvas.boundingBox())!
    const [centerX, centerY, scale] = at ?? [800, 600, wholeScale({ width, height }, size)]
    for (const [x, y, name] of clicks) {
      await page.mouse.click(left + width / 2 + (x - centerX) * scale, top + height / 2 + (y - centerY) * scale)
      const wanted = name && ids[name]
      await until(
        async () => selected(),
        found => found === wanted
      )
      t.equal(selected(), wanted, `${name ?? 'nothing'} at ${x}, ${y}, ${at ? `${at[2]} times` : 'the whole picture'}`)
    }
  }
})
