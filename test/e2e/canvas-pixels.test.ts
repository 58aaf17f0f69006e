// About: web/canvas
import { type Browser, chromium, type Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { withoutMessage } from '../support/annotate-screen.ts'
import { sharedApp } from '../support/app.ts'
import { newPerson, openApp } from '../support/browser.ts'
import { chromiumOptions, launchChromium } from '../support/chromium.ts'
import { faultsOfEdits } from '../support/pixels/edits.ts'
import { endlessJpeg, markedPicture, quarters } from '../support/pixels/marked-picture.ts'
import { playwrightHands } from '../support/pixels/playwright-hands.ts'

const { url } = await sharedApp(t)
const shared = await launchChromium(t)

const untiled = { width: 1600, height: 1200 }
const tiled = { width: 4800, height: 3600 }

interface Way {
  name: string
  /** Flags of Chromium, in addition to those of every test. */
  flags?: string[]
  hidesCardName?: boolean
  /** The picture is a JPEG without its end marker, as some cameras and tools write it. */
  isEndless?: boolean
  size: typeof untiled
  dots: number
}

/** Many dots: edited shapes are drawn above the others, which are copied. Without dots everything is redrawn. */
const ways: Way[] = [
  { name: 'a card that a program plays', size: untiled, dots: 24 },
  { name: 'a card that a program plays, and tiles', size: tiled, dots: 24 },
  { name: 'a card without a name, taken for a fast one', hidesCardName: true, size: untiled, dots: 24 },
  { name: 'a card without a name, and tiles', hidesCardName: true, size: tiled, dots: 24 },
  { name: 'few marks, on a JPEG without its end marker', isEndless: true, size: untiled, dots: 0 },
  { name: 'no card', flags: ['--disable-3d-apis'], size: untiled, dots: 24 }
]

/** Runs before the page: hides that the graphics card is a software renderer, so that it is taken for a real one. */
function hideCardName() {
  const { getExtension } = WebGL2RenderingContext.prototype
  WebGL2RenderingContext.prototype.getExtension = function (this: WebGL2RenderingContext, name: string) {
    return name === 'WEBGL_debug_renderer_info' ? null : getExtension.call(this, name as 'WEBGL_multi_draw')
  } as typeof getExtension
}

/** Whether the canvas has a graphics card. Runs in the page. */
const hasCard = () => document.createElement('canvas').getContext('webgl2') !== null

/** A browser with flags that other tests do not use. */
async function ownBrowser(t: Test, flags: string[]): Promise<Browser> {
  const options = chromiumOptions()
  const own = await chromium.launch({ ...options, args: [...(options.args ?? []), ...flags] })
  t.teardown(() => own.close())
  return own
}

async function pageOf(t: Test, { flags, hidesCardName = false }: Way): Promise<Page> {
  const browser = flags ? await ownBrowser(t, flags) : shared
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1100, height: 760 } })
  if (hidesCardName) await page.addInitScript(hideCardName)
  return page
}

for (const way of ways) {
  t.test(`the image and existing annotations stay while shapes are edited: ${way.name}`, async t => {
    const page = await pageOf(t, way)
    const content = way.isEndless ? endlessJpeg(await quarters(way.size, 'jpeg')) : await quarters(way.size)
    const marked = await markedPicture(page, 'quarters.png', content, way.dots)
    await page.goto(marked.path)
    t.equal(await page.evaluate(hasCard), !way.flags, 'it is drawn by the way under test')
    await page.getByRole('heading', { name: `${4 + way.dots} annotations`, exact: true }).waitFor()
    const canvas = page.getByRole('application')
    await canvas.focus()
    // text over the first shot would be missing in the others
    if (way.flags) await page.getByText('No graphics card: drawing is slower', { exact: true }).waitFor()
    else await withoutMessage(canvas)
    t.strictSame(await faultsOfEdits(playwrightHands(page), marked), [])
  })
}
