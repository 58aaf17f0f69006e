import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'playwright-core'
import { print } from '../bench/support/record.ts'
import { table } from '../bench/support/table.ts'
import { startSharedApp } from '../support/app.ts'
import { type Caller, callApi, newPerson } from '../support/browser.ts'
import { photograph } from '../support/photographs.ts'
import { faultsOfEdits } from '../support/pixels/edits.ts'
import { endlessJpeg, type MarkedPicture, markedPicture, quarters } from '../support/pixels/marked-picture.ts'
import { chosenBrowsers } from './support/chosen-browsers.ts'
import { type DrivenBrowser, drivenHands, signIn, until } from './support/driven-browser.ts'

export const title = 'Edits in other browsers'

const size = { width: 1200, height: 900 }
const dots = 24

/** Photographs, the last of which has no end marker. */
const photographs = ['rov-framegrab-with-gps-2019.jpg', 'reef-quadrat-2007.jpg'] as const

/**
 * Draws, moves, relabels, hides, deletes and undoes in Firefox and in WebKit, and checks the pixels after each step.
 * @param args `firefox`, `webkit`, or nothing for both
 * @throws when a browser is missing, or shows something unexpected
 */
export async function soak(args: string[]): Promise<string> {
  const starters = chosenBrowsers(args)
  const dataDir = mkdtempSync(join(tmpdir(), 'isobath-browsers-'))
  const app = await startSharedApp(dataDir)
  try {
    const rows: string[][] = []
    for (const start of starters) {
      const browser = await start(size)
      try {
        rows.push(...(await rowsOf(browser, app.url)))
      } finally {
        await browser.close()
      }
    }
    const faults = rows.flatMap(([browser, , picture, seen]) => (seen === 'nothing' ? [] : [`${browser}, ${picture}: ${seen}`]))
    if (faults.length > 0) throw new Error(faults.join('\n'))
    return report(rows)
  } finally {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const report = (rows: string[][]) =>
  [
    `Twelve edits (draw, move, relabel, undo, redo, hide, show, delete, and those of earlier marks) on a picture with ${4 + dots} marks. After each`,
    'the picture and all other marks are compared with the previous shot, and the edited mark must have its colour in the expected place.',
    '',
    table(['browser', 'drawn by', 'picture', 'wrong'], rows)
  ].join('\n')

async function rowsOf(browser: DrivenBrowser, url: string): Promise<string[][]> {
  const person = newPerson()
  const api = await request.newContext({ baseURL: url })
  try {
    const caller: Caller = { context: () => ({ request: api }) }
    await callApi(caller, 'POST', '/auth/register', person)
    await signIn(browser, url, person)
    const rows: string[][] = []
    for (const [name, content] of await pictures()) {
      const marked = await markedPicture(caller, name, content, dots)
      const wrong = await wrongIn(browser, url, marked)
      const row = [browser.name, await drawnBy(browser), name, wrong.length === 0 ? 'nothing' : wrong.join('; ')]
      rows.push(row)
      print(row.join(' · '))
    }
    return rows
  } finally {
    await api.dispose()
  }
}

async function pictures(): Promise<[name: string, content: Buffer][]> {
  const taken: [string, Buffer][] = []
  for (const name of photographs) taken.push([name, readFileSync(await photograph(name))])
  return [
    ['four colours', await quarters({ width: 1600, height: 1200 })],
    ['four colours, tiled', await quarters({ width: 4800, height: 3600 })],
    ['four colours, a JPEG without its end marker', endlessJpeg(await quarters({ width: 1942, height: 1935 }, 'jpeg'))],
    ...taken
  ]
}

async function wrongIn(browser: DrivenBrowser, url: string, marked: MarkedPicture): Promise<string[]> {
  await browser.goTo(url + marked.path)
  await until(browser, `[...document.querySelectorAll('h2, h3')].some(({ textContent }) => textContent === '${4 + dots} annotations')`)
  await browser.evaluate(`document.querySelector('[role=application]').focus()`)
  return faultsOfEdits(drivenHands(browser), marked)
}

/** Name of the graphics card, as reported by the browser. */
const drawnBy = (browser: DrivenBrowser) =>
  browser.evaluate<string>(`(gl => gl
    ? 'WebGL, ' + gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER)
    : 'no WebGL')(document.createElement('canvas').getContext('webgl2'))`)
