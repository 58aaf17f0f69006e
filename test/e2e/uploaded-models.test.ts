// About: web/features/ai/uploaded, web/features/ai/models/model-list.tsx
import t from 'tap'
import type { AiRun, Suggestion } from '../../shared/contracts/ai.ts'
import type { Job } from '../../shared/contracts/jobs.ts'
import { upload } from '../support/annotated-project.ts'
import { startApp } from '../support/app.ts'
import { textDetector, withoutRuntime } from '../support/brought-models.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { constantModel } from '../support/onnx-writer.ts'
import { realFile } from '../support/pictures.ts'
import { texturedScreen } from '../support/textured-screen.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const url = await startApp(t, { AI_UPLOAD: 'owners' })
const detector = constantModel([{ name: 'out', shape: [1, 2, 6], values: [16, 24, 32, 40, 0.9, 0, 40, 20, 48, 28, 0.8, 1] }])

t.test('a model is added, described, tested and run', { skip: withoutRuntime }, async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const projectId = await texturedScreen(page, 'Models', { labelled: 1, unlabelled: 0 })
  await page.goto(`/projects/${projectId}/ai`)
  await page.getByRole('region', { name: 'Your own models' }).getByRole('link', { name: 'Add or run a model' }).click()
  await page.getByText('Your team has not added any models yet.').waitFor()
  await checkAccessibility(t, page, 'the models before the first')

  const choose = page.locator('input[type=file]')
  await choose.setInputFiles({ name: 'notes.onnx', mimeType: 'application/octet-stream', buffer: Buffer.from('no model') })
  await page.getByText('The model could not be added').waitFor()
  await choose.setInputFiles({ name: 'reef.onnx', mimeType: 'application/octet-stream', buffer: detector })
  await page.getByRole('heading', { name: 'Model details' }).waitFor()
  await checkAccessibility(t, page, 'the details of a model')
  await page.getByRole('textbox', { name: 'Name' }).fill('Reef finder')
  await page.getByRole('textbox', { name: 'Licence' }).fill('CC-BY-4.0')
  await page.getByRole('textbox', { name: 'Labels, one per line' }).fill('Axinella\ncrab')
  await page.getByRole('spinbutton', { name: 'Input width' }).fill('65')
  await page.getByRole('button', { name: 'Test the model' }).click()
  await page.getByText(/^The details could not be saved/).waitFor()
  await page.getByRole('spinbutton', { name: 'Input width' }).fill('64')
  await page.getByRole('button', { name: 'Test the model' }).click()

  const start = page.getByRole('button', { name: 'Start the run' })
  await start.waitFor({ timeout: 120_000 })
  await page.getByText('2 results on this image').waitFor()
  await page.getByText('Axinella 90 % · crab 80 %').waitFor()
  await checkAccessibility(t, page, 'a tested model')
  t.ok(await start.isDisabled(), 'the licence must be read before a run')
  const labels = page.getByRole('group', { name: 'Labels' })
  await labels.getByRole('button', { name: 'Choose a label for crab' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('Sand')
  await page.keyboard.press('Enter')
  await labels.getByRole('row', { name: /crab.*Sand/ }).waitFor()
  await page.getByRole('checkbox', { name: /CC-BY-4\.0/ }).check()
  await page.getByRole('combobox', { name: 'Images' }).selectOption({ label: 'All images, including those with annotations' })
  await start.click()
  await page.getByRole('group', { name: 'Runs' }).getByText('2 suggestions').first().waitFor({ timeout: 120_000 })
  const { items } = await callApi<{ items: unknown[] }>(page, 'GET', `/projects/${projectId}/ai/uploaded-models`)
  t.equal(items.length, 1)
  await page.goto(`/projects/${projectId}/ai/models`)
  await page.getByRole('link', { name: 'Reef finder 1' }).waitFor()
  await checkAccessibility(t, page, 'the models of a team')
})

/**
 * Left, right, top and bottom in pixels of the regions that the detector finds on the photographs when run outside Isobath: the slate and the
 * overlay, and two small ones of 36 and 20 cells.
 */
const regions: Record<string, number[][]> = {
  'reef-transect-2017.jpg': [],
  'reef-quadrat-2007.jpg': [
    [1226, 1683, 1831, 1859],
    [1274, 1293, 948, 956]
  ],
  'rov-framegrab-with-gps-2019.jpg': [
    [248, 304, 20, 22],
    [264, 304, 8, 16],
    [360, 380, 14, 20],
    [382, 606, 16, 24]
  ]
}
const tolerancePx = 8
const photographs = Object.keys(regions).map(name => ({ name, file: realFile(`images/${name}`) }))
const missing = photographs.flatMap(({ file }) => ('skip' in file ? file.skip : []))[0]
const text = textDetector()
const reason = withoutRuntime || missing || (text ? false : 'the models of the tests are not installed: npm test -- --complete')

function boundsOf(points: readonly (readonly [number, number])[]): number[] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
}

/** Returns the points of each outline of an SVG path. */
const outlinesOf = (path: string) =>
  path
    .match(/M[^M]*/g)
    ?.map(outline => Array.from(outline.matchAll(/(-?[\d.]+) (-?[\d.]+)/g), ([, x, y]) => [Number(x), Number(y)] as const)) ?? []

/** Returns the bounds that are not inside others. */
const withoutHoles = (all: readonly number[][]) =>
  all.filter(([left, right, top, bottom]) => !all.some(([l, r, t, b]) => l! < left! && r! > right! && t! <= top! && b! >= bottom!))

t.test('a published detector of text finds the overlay and the slate on photographs', { skip: reason }, async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id: projectId } = await makeProject(page, 'Text')
  await callApi(page, 'POST', `/projects/${projectId}/labels`, { name: 'Text' })
  for (const { name, file } of photographs) if ('content' in file) await upload(page, projectId, name, file.content)
  await until(
    () => callApi<{ items: Job[] }>(page, 'GET', `/projects/${projectId}/jobs`),
    ({ items }) => items.every(({ state }) => state === 'done')
  )
  await page.goto(`/projects/${projectId}/ai/models`)
  await page.locator('input[type=file]').setInputFiles({ name: 'text.onnx', mimeType: 'application/octet-stream', buffer: text as Buffer })
  await page.getByRole('heading', { name: 'Model details' }).waitFor()
  const fields = {
    ...{ Name: 'Text detector', Licence: 'MIT', 'Labels, one per line': 'Text' },
    ...{ 'Mean per channel': '0.485, 0.456, 0.406', 'Standard deviation per channel': '0.229, 0.224, 0.225' }
  }
  for (const [name, value] of Object.entries(fields)) await page.getByRole('textbox', { name }).fill(value)
  const numbers = { 'Input width': '960', 'Input height': '960', 'Minimum probability': '0.3' }
  for (const [name, value] of Object.entries(numbers)) await page.getByRole('spinbutton', { name }).fill(value)
  await page.getByRole('button', { name: 'Test the model' }).click()
  await page.getByText('4 results on this image').waitFor({ timeout: 120_000 })
  const drawn = (await page.getByRole('region', { name: 'Test on the newest image' }).locator('path').getAttribute('d')) ?? ''
  same(withoutHoles(outlinesOf(drawn).map(boundsOf)), 'rov-framegrab-with-gps-2019.jpg', 'as drawn on the page')

  await page.getByRole('checkbox', { name: /MIT/ }).check()
  await page.getByRole('button', { name: 'Start the run' }).click()
  await page.getByRole('group', { name: 'Runs' }).getByText('6 suggestions').first().waitFor({ timeout: 120_000 })
  await page.getByRole('link', { name: 'Run 1' }).click()
  const cells = page.getByRole('grid', { name: 'Suggestions' }).getByRole('gridcell')
  await cells.first().waitFor()
  const [run] = (await callApi<{ items: AiRun[] }>(page, 'GET', `/projects/${projectId}/ai/runs`)).items
  const { items } = await callApi<{ items: Suggestion[] }>(page, 'GET', `/ai/runs/${run?.id}/suggestions`)
  for (const name of Object.keys(regions)) {
    const found = items.filter(({ fileName }) => fileName === name)
    same(
      found.map(({ shape }) => boundsOf(shape.kind === 'polygon' ? shape.points : [])),
      name,
      'as suggested'
    )
  }

  function same(found: readonly number[][], name: string, how: string) {
    const [sorted, expected] = [[...found].sort((one, other) => one[0]! - other[0]!), regions[name] ?? []]
    const isNear = sorted.every((bounds, at) =>
      bounds.every((edge, side) => Math.abs(edge - (expected[at]?.[side] ?? Infinity)) <= tolerancePx)
    )
    t.ok(isNear && sorted.length === expected.length, `${name}: ${how}`, { found: sorted, expected })
  }
})
