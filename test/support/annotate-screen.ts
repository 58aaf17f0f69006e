import type { Browser, Locator, Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Annotation } from '../../shared/contracts/annotations.ts'
import type { Media } from '../../shared/contracts/media.ts'
import type { Label } from '../../shared/contracts/taxonomy.ts'
import { addPhotograph } from './add-photograph.ts'
import { callApi, gone, makeProject, newPerson, openApp, type Person } from './browser.ts'
import type { PhotographName } from './photographs.ts'

interface Bench {
  page: Page
  person: Person
  projectId: string
  media: Media[]
  labels: Label[]
}

/** Creates a project with photographs and labels under the keys 1, 2 and 3, all through the API. The page is still empty. */
export async function annotateBench(t: Test, browser: Browser, url: string, files: PhotographName[]): Promise<Bench> {
  const person = newPerson()
  const page = await openApp(t, browser, url, { as: person, viewport: { width: 1440, height: 900 } })
  const { id: projectId } = await makeProject(page, 'Reef')
  const labels: Label[] = []
  for (const [index, name] of ['Porifera', 'Anthozoa', 'Sand'].entries()) {
    labels.push(await callApi<Label>(page, 'POST', `/projects/${projectId}/labels`, { name, hotkey: index + 1 }))
  }
  const media = await Promise.all(files.map(name => addPhotograph(page, projectId, name)))
  return { page, person, projectId, media: media.sort((a, b) => (a.fileName < b.fileName ? -1 : 1)), labels }
}

export const mediaOf = async (page: Page, projectId: string) =>
  (await callApi<{ items: Media[] }>(page, 'GET', `/projects/${projectId}/media?sort=name`)).items
export const annotationsOf = async (page: Page, mediaId: string) =>
  (await callApi<{ annotations: Annotation[] }>(page, 'GET', `/media/${mediaId}/annotations`)).annotations

/** Opens an image on the Annotate screen and focuses the canvas. */
export async function annotate(page: Page, projectId: string, mediaId: string): Promise<Locator> {
  await page.goto(`/projects/${projectId}/annotate?image=${mediaId}`)
  const canvas = page.getByRole('application')
  await canvas.and(page.locator('[aria-busy=false]')).waitFor()
  await canvas.focus()
  return canvas
}

/** Waits until the code of the messages over the canvas is there, and has none to show. A message is part of a screenshot. */
export const withoutMessage = (canvas: Locator): Promise<void> =>
  canvas.locator('xpath=..').locator('[role=status][hidden]').waitFor({ state: 'attached' })

/** Chooses an action that has no separate button, and waits until the menu is closed, because an open one takes keys. */
export async function fromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
  await gone(page.getByRole('menu'))
}

/** Share of the window that the canvas covers. */
export async function canvasShare(page: Page): Promise<number> {
  const canvas = await page.getByRole('application').boundingBox()
  const window = page.viewportSize()
  return canvas && window ? (canvas.width * canvas.height) / (window.width * window.height) : 0
}

/** Position in the canvas as shares of its width and height. */
export type Place = readonly [x: number, y: number]

export async function clickAt(page: Page, canvas: Locator, ...places: Place[]): Promise<void> {
  const { x, y, width, height } = (await canvas.boundingBox())!
  for (const [across, down] of places) {
    await page.mouse.click(x + across * width, y + down * height)
    await page.waitForTimeout(380) // two clicks are not a double click
  }
}

export async function drag(page: Page, canvas: Locator, ...[from, ...way]: Place[]): Promise<void> {
  const { x, y, width, height } = (await canvas.boundingBox())!
  await page.mouse.move(x + from![0] * width, y + from![1] * height)
  await page.mouse.down()
  for (const [across, down] of way) await page.mouse.move(x + across * width, y + down * height, { steps: 8 })
  await page.mouse.up()
}

export const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()
export const count = (page: Page, words: string) => page.getByRole('heading', { name: words, exact: true }).waitFor()
