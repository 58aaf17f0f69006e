import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, request } from 'playwright-core'
import type { Annotation } from '../../shared/contracts/annotations.ts'
import type { Media } from '../../shared/contracts/media.ts'
import { print } from '../bench/support/record.ts'
import { table } from '../bench/support/table.ts'
import { startSharedApp } from '../support/app.ts'
import { type Caller, callApi, makeProject, newPerson, type Person } from '../support/browser.ts'
import { picture } from '../support/pictures.ts'
import { chosenBrowsers } from './support/chosen-browsers.ts'
import { clickOn, type DrivenBrowser, drivenHands, followLink, hasText, putFile, rested, signIn, until } from './support/driven-browser.ts'
import { mainScreens, projectScreens, publicScreens } from './support/screens.ts'

export const title = 'Journeys in other browsers'

/** Longer than each screen stays open. */
const hourMs = 3_600_000
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } }

interface Scene {
  browser: DrivenBrowser
  url: string
  caller: Caller
  person: Person
}

/**
 * Signs in, uploads, draws, labels, reviews, reads results and exports in Firefox and in WebKit, then opens every screen at two widths.
 * @param args `firefox`, `webkit`, or nothing for both; `pictures=FOLDER` keeps a picture of each screen
 * @throws when a browser is missing, a step fails, or a screen has an error
 */
export async function soak(args: string[]): Promise<string> {
  const pictures = args.find(arg => arg.startsWith('pictures='))?.slice('pictures='.length)
  const starters = chosenBrowsers(args.filter(arg => !arg.startsWith('pictures=')))
  const rows: string[][] = []
  const faults: string[] = []
  for (const start of starters) {
    const dataDir = mkdtempSync(join(tmpdir(), 'isobath-journeys-'))
    const app = await startSharedApp(dataDir) // one for each browser, as only the first account sees the administration
    const browser = await start(sizes.wide)
    const api = await request.newContext({ baseURL: app.url })
    try {
      const scene = await register(browser, app.url, api)
      const screens = await visit(scene, publicScreens, pictures)
      await signIn(browser, app.url, scene.person)
      const projectId = await mainJourney(scene)
      screens.push({ path: 'journey', faults: await browser.errors() })
      screens.push(...(await visit(scene, await signedInScreens(scene, projectId), pictures)))
      faults.push(...screens.flatMap(({ path, faults }) => faults.map(fault => `${browser.name}, ${path}: ${fault}`)))
      rows.push([browser.name, 'whole', String(screens.length - 1)])
      print(rows.at(-1)!.join(' · '))
    } finally {
      await api.dispose()
      await browser.close()
      await app.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return [
    'Sign in, upload, draw, label, review, results and export as COCO. Then every screen at two widths: no error in the console (in WebKit: after',
    'the page has loaded), a heading, its own address, and nothing wider than the window.',
    '',
    table(['browser', 'journey', 'screens without a fault'], rows)
  ].join('\n')
}

async function register(browser: DrivenBrowser, url: string, api: APIRequestContext): Promise<Scene> {
  const person = newPerson()
  const caller: Caller = { context: () => ({ request: api }) }
  await callApi(caller, 'POST', '/auth/register', { email: person.email, password: person.password })
  return { browser, url, caller, person }
}

/** @returns the id of the project that the journey makes */
async function mainJourney({ browser, url, caller }: Scene): Promise<string> {
  const { id } = await makeProject(caller, 'Reef')
  await callApi(caller, 'POST', `/projects/${id}/labels`, { name: 'Porifera', hotkey: 1 })
  const project = `${url}/projects/${id}`
  const hands = drivenHands(browser)

  await browser.goTo(`${project}/dashboard`)
  await putFile(browser, 'input[type=file]', {
    name: 'dive-1.jpg',
    type: 'image/jpeg',
    content: await picture({ width: 1600, height: 1200 })
  })
  await hasText(browser, '1 image added')
  const { items } = await callApi<{ items: Media[] }>(caller, 'GET', `/projects/${id}/media`)
  const mediaId = items[0]!.id

  await followLink(browser, `/projects/${id}/annotate`)
  await until(browser, `document.querySelector('[role=application][aria-busy=false]')`)
  await browser.evaluate(`document.querySelector('[role=application]').focus()`)
  await hands.press('1')
  await hands.press('s')
  const canvas = await hands.canvas()
  const at = (x: number, y: number) => ({ x: canvas.x + x * canvas.width, y: canvas.y + y * canvas.height })
  await hands.drag(at(0.4, 0.4), at(0.5, 0.5), at(0.6, 0.6))
  await hasText(browser, '1 annotation')
  await hasText(browser, 'Saved')
  const { annotations } = await callApi<{ annotations: Annotation[] }>(caller, 'GET', `/media/${mediaId}/annotations`)
  if (annotations.length !== 1 || !annotations[0]!.labelId) throw new Error(`the server has ${JSON.stringify(annotations)}`)

  await followLink(browser, `/projects/${id}/annotate/review`)
  await hasText(browser, '1 annotation')
  await clickOn(browser, '[role=gridcell]')
  await hands.press('y')
  await hasText(browser, 'confirmed')

  await followLink(browser, `/projects/${id}/annotate/results`)
  await hasText(browser, 'Porifera')

  await followLink(browser, `/projects/${id}/annotate/exchange`)
  await clickOn(browser, '[role=tab]', 'Export')
  await clickOn(browser, 'label', 'COCO')
  await clickOn(browser, 'button', 'Export COCO')
  await until(
    browser,
    `[...document.querySelectorAll('button')].some(({ ariaLabel, textContent }) => /Download Reef-coco-/.test(ariaLabel ?? textContent))`
  )
  return id
}

/** Makes the example, a blind session in the other project and an opportunity. @returns the addresses of their screens, after those without an id */
async function signedInScreens(scene: Scene, projectId: string): Promise<string[]> {
  const { browser, caller } = scene
  const { id } = await callApi<{ id: string }>(caller, 'POST', '/projects/example', {})
  const sessionId = await blindSession(scene, projectId)
  const draft = { kind: 'job', title: `Annotator of dives, ${browser.name}`, organization: 'Marine station' }
  const opportunity = await callApi<{ id: string }>(caller, 'POST', '/opportunities', draft)
  return [
    ...mainScreens,
    `/opportunities/${opportunity.id}`,
    `/projects/edit/${id}`,
    ...projectScreens.map(screen => `/projects/${id}/${screen}`),
    `/projects/${projectId}/annotate/sessions/${sessionId}`
  ]
}

/** Starts a session of the person and a colleague, over all images of a project. */
async function blindSession({ url, caller }: Scene, projectId: string): Promise<string> {
  const api = await request.newContext({ baseURL: url })
  const colleague = newPerson('bo')
  try {
    await callApi({ context: () => ({ request: api }) }, 'POST', '/auth/register', { email: colleague.email, password: colleague.password })
  } finally {
    await api.dispose()
  }
  const members = `/projects/${projectId}/members`
  await callApi(caller, 'POST', members, { email: colleague.email, role: 'editor' })
  const people = await callApi<{ members: { accountId: string }[] }>(caller, 'GET', members)
  const { id } = await callApi<{ id: string }>(caller, 'POST', `/projects/${projectId}/annotation-sessions`, {
    name: 'First round',
    startsAt: new Date(Date.now() - 1000).toISOString(),
    endsAt: new Date(Date.now() + hourMs).toISOString(),
    memberIds: people.members.map(({ accountId }) => accountId),
    images: { kind: 'all' }
  })
  return id
}

interface Screen {
  path: string
  faults: string[]
}

async function visit({ browser, url }: Scene, paths: readonly string[], pictures: string | undefined): Promise<Screen[]> {
  const screens: Screen[] = []
  for (const [name, size] of Object.entries(sizes)) {
    await browser.resize(size)
    for (const path of paths) {
      await browser.goTo(url + path)
      const faults: string[] = []
      try {
        await until(
          browser,
          `document.querySelector('h1')?.textContent && !document.querySelector('main [aria-busy=true], main [role=status][aria-label]')`
        )
      } catch (error) {
        faults.push(String(error))
      }
      await rested(browser)
      const excess = await browser.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      const shown = await browser.evaluate<string>('location.pathname')
      if (shown !== path) faults.push(`led to ${shown}`)
      if (excess > 0) faults.push(`${name}: ${excess} px wider than the window`)
      faults.push(...(await browser.errors()))
      if (pictures) {
        mkdirSync(pictures, { recursive: true })
        writeFileSync(join(pictures, `${browser.name.split(' ')[0]}-${name}${path.replaceAll('/', '-')}.png`), await browser.see())
      }
      screens.push({ path: `${path} (${name})`, faults })
    }
  }
  await browser.resize(sizes.wide)
  return screens
}
