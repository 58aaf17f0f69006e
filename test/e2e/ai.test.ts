// About: web/routes/project/ai.tsx, web/features/ai, web/features/review/action-bar.tsx
import type { Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { annotationsOf, mediaOf } from '../support/annotate-screen.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, gone, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { texturedScreen } from '../support/textured-screen.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

/** Undoes the only accepted suggestion of the list, first without a network, which reports that, and then with it. */
async function undoneAfterOutage(t: Test, page: Page, grid: Locator) {
  await page.context().setOffline(true)
  await page.keyboard.press('ControlOrMeta+z')
  const failure = page
    .getByRole('region', { name: /Messages/ })
    .getByRole('alertdialog')
    .filter({ hasText: 'The decision could not be undone' })
  await failure.getByText('The server cannot be reached. Check the connection and try again.').waitFor()
  t.ok(await grid.getByText('accepted').isVisible(), 'the decision stays')
  await failure.getByRole('button', { name: 'Close' }).click()
  await page.context().setOffline(false)
  const answers = page.waitForResponse(/\/decisions\/[^/]+\/undo$/)
  await page.keyboard.press('ControlOrMeta+z')
  t.match(await (await answers).json(), { restored: 1 })
  await grid.getByText('accepted').waitFor({ state: 'detached' })
}

t.test('from labelled points to reviewed suggestions in three clicks, and one key each', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const projectId = await texturedScreen(page, 'Textures')
  await page.goto(`/projects/${projectId}/dashboard`)
  await page.getByRole('link', { name: 'AI Analysis' }).first().click()
  await page.getByText('The project has 48, on 2 images').waitFor()
  await checkAccessibility(t, page, 'the readiness of the labels')
  await page.getByRole('button', { name: 'Suggest labels' }).click()
  await page.getByText(/^Uses version 1/).waitFor() // the link moves when the version appears
  await page.getByRole('link', { name: 'Review 48 suggestions' }).click()

  const grid = page.getByRole('grid', { name: 'Suggestions' })
  await grid.getByRole('gridcell').first().focus()
  await page.getByText(/\d+ suggestions at or above/).waitFor()
  await checkAccessibility(t, page, 'the suggestions of a run')
  await page.keyboard.press('y')
  await page.keyboard.press('x')
  await page.keyboard.press('u')
  for (const state of ['accepted', 'rejected', 'unsure']) await grid.getByText(state).waitFor()
  await page.keyboard.press('k')
  await page.keyboard.press('p')
  await grid.getByText('unsure').waitFor({ state: 'detached' })
  await page.keyboard.press('k')
  await page.keyboard.press('u')
  await grid.getByText('unsure').waitFor()
  await page.mouse.move(0, 0)
  await until(
    async () => {
      await page.keyboard.press('j') // a key of the screen moves the focus, which shows the alternatives with their numbers
      return page
        .getByRole('tooltip', { name: /^1 \S.* · 2 / })
        .waitFor({ timeout: 2_000 })
        .then(
          () => true,
          () => false // the list moved while its crops arrived
        )
    },
    isShown => isShown
  )
  await page.route('**/decisions', async route => {
    await new Promise(resolve => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.keyboard.press('e')
  await page.getByRole('dialog').getByRole('combobox').fill('Rock')
  await page.keyboard.press('Enter')
  await grid.getByText('relabelled').waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('1 suggestion restored').waitFor()
  await grid.getByText('relabelled').waitFor({ state: 'detached' }) // undo applies to the decision that is still on its way
  await page.unroute('**/decisions')
  await page.keyboard.press('Shift+Digit2')
  await grid.getByText('relabelled').waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await grid.getByText('relabelled').waitFor({ state: 'detached' })
  await page.keyboard.press('Shift+Digit1') // the first alternative is the suggestion itself
  await grid.getByText('accepted').waitFor()
  await page.getByRole('option', { name: 'Run 1 (44 to review)' }).waitFor({ state: 'attached' }) // the decision is saved
  await undoneAfterOutage(t, page, grid)

  const bulk = page.getByRole('button', { name: 'Accept in bulk…' })
  t.equal(await bulk.count(), 0, 'no bulk acceptance before a threshold is chosen')
  await page.getByRole('slider').fill('50')
  await bulk.click()
  const dialog = page.getByRole('dialog', { name: 'Accept in bulk' })
  await dialog.getByText('No sample was checked, so the error rate is unknown.').waitFor()
  await checkAccessibility(t, page, 'the acceptance in bulk')
  await dialog.getByRole('button', { name: 'Check a sample first' }).click()
  await page.getByText(/^Batches of 30/).waitFor()
  await grid.getByText('suggested', { exact: true }).first().waitFor() // without its probability
  await grid.getByRole('gridcell').first().focus()
  for (let key = 0; key < 8; key++) {
    await page.keyboard.press('y')
    await grid.getByText('accepted').nth(key).waitFor()
  }
  await page.getByRole('option', { name: 'Run 1 (37 to review)' }).waitFor({ state: 'attached' })
  await bulk.click()
  await dialog.getByText(/^0 of \d+ checked at random were wrong/).waitFor()
  await dialog.getByRole('button', { name: /^Accept \d+$/ }).click()
  await page.getByText(/suggestions? accepted$/).waitFor()
  const accepted = page.getByRole('region', { name: 'Accepted in bulk' })
  await accepted.getByText(/, all labels at 50/).waitFor()
  await page.reload()
  const undoLast = page.getByRole('button', { name: /^Undo \(\d+ suggestions? accepted\)$/ })
  await undoLast.waitFor()
  await checkAccessibility(t, page, 'the audit of an acceptance, after a reload')
  await undoLast.click()
  await page
    .getByText(/suggestions? restored/)
    .first()
    .waitFor()
  await accepted.getByText(/^Undone by .*: \d+ suggestions? restored\.$/).waitFor()
  await page.getByRole('button', { name: 'Undo (1 suggestion accepted)' }).waitFor() // read apart from the list above
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('1 suggestion restored').waitFor()

  await page.getByRole('link', { name: 'Runs' }).click()
  await checkAccessibility(t, page, 'the runs')
  await page.getByRole('link', { name: 'Version 1' }).click()
  await page.getByRole('heading', { name: 'Confusion matrix' }).waitFor()
  await page.getByText('In use: there was no other version to compare with.').waitFor()
  await page.getByRole('img', { name: 'Reliability' }).waitFor()
  await page.getByText(/^Expected calibration error over 10 bins: 0/).waitFor()
  t.equal(await page.getByRole('table').filter({ hasText: 'Mean probability' }).getByRole('row').count(), 11)
  await page.getByRole('table').filter({ hasText: 'No site' }).waitFor()
  await checkAccessibility(t, page, 'the card of a model')
  await page
    .getByRole('button', { name: /^\d+: \S.* by people, .* by the model$/ })
    .first()
    .click()
  const crops = page.getByRole('dialog')
  await crops
    .getByRole('link', { name: /^Open in Annotate: frame-/ })
    .first()
    .waitFor()
  await checkAccessibility(t, page, 'the crops of a cell')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Overview' }).last().click()
  await page.getByText(/^Uses version 1, from \d+ labels/).waitFor()
  await page.getByRole('checkbox', { name: 'Give rare and frequent labels equal weight in training' }).first().check()
  await checkAccessibility(t, page, 'the tasks with versions')
  const labelTask = page.getByRole('region', { name: 'Label points and areas' })
  await labelTask.getByText('Expected mix').click()
  const percent = labelTask.getByLabel('Sand')
  const before = await percent.inputValue()
  await percent.fill('99')
  await page.getByText(/The shares must add up to 100/).waitFor()
  t.equal(await page.getByRole('button', { name: 'Suggest labels' }).isDisabled(), true)
  await percent.fill(before)
  await page.getByText(/^Sum: (99|100)/).waitFor()
  await checkAccessibility(t, page, 'the expected mix')
  const started = page.waitForRequest(request => request.method() === 'POST' && request.url().endsWith('/ai/runs'))
  await page.getByRole('button', { name: 'Suggest labels' }).click()
  t.match((await started).postDataJSON(), { modelVersionId: String, mix: [{ share: Number }, { share: Number }] })
  await page.getByRole('button', { name: 'Train a new version' }).first().click()
  await page.getByRole('button', { name: 'Suggest labels' }).waitFor()
  await page.getByRole('link', { name: 'Models' }).click()
  await page.getByRole('link', { name: 'Version 2' }).click()
  await page.getByText('Equal for all labels, with weights of at most 10').waitFor()
  await page
    .getByText('Difference in mean F1')
    .or(page.getByText(/^(Put into use automatically|Not put into use): /))
    .first()
    .waitFor()
  await checkAccessibility(t, page, 'a version that was compared')
  await page.getByText('Not tried').waitFor()

  await page.getByRole('link', { name: 'Overview' }).last().click()
  await page.getByRole('button', { name: 'Train a new version' }).first().waitFor()
  const dictionary = page.getByRole('checkbox', { name: 'Also learn a dictionary of small patterns from the images' })
  t.equal(await dictionary.count(), 0, 'it is offered from 1,000 labels')
  const overview = await callApi<object>(page, 'GET', `/projects/${projectId}/ai`)
  await page.route('**/api/projects/*/ai', route => route.fulfill({ json: { ...overview, labels: 1000 } }))
  await page.reload()
  await dictionary.check()
  await checkAccessibility(t, page, 'the choice of a dictionary')
  await page.getByRole('button', { name: 'Train a new version' }).first().click()
  await page.getByText('A dictionary needs at least 1,000 labelled examples, and this task has 144').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
})

/** Gives as many annotations the label of another one, each on an image of its own while there are enough. */
async function mislabel(page: Page, projectId: string, count: number): Promise<void> {
  const media = (await mediaOf(page, projectId)).toSorted((one, other) => (one.fileName < other.fileName ? -1 : 1))
  const all = (await Promise.all(media.map(({ id }) => annotationsOf(page, id)))).map(list =>
    list.filter(({ labelId }) => labelId !== null)
  )
  const labelled = all.filter(list => list.length > 0)
  const operations = Array.from({ length: count }, (_, index) => {
    const list = labelled[index % labelled.length]!
    const { id, revision, labelId } = list[Math.floor(index / labelled.length)]!
    const other = list.find(each => each.labelId !== labelId)!
    return { id: crypto.randomUUID(), kind: 'revise', annotationId: id, revision, labelId: other.labelId }
  })
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations })
}

t.test('suspect labels are decided by key, and similar crops get a label together', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const projectId = await texturedScreen(page, 'Doubts', { labelled: 6, unlabelled: 1 })
  await mislabel(page, projectId, 8)
  await page.goto(`/projects/${projectId}/ai`)
  await page.getByRole('region', { name: 'Check labels' }).getByRole('button', { name: 'Check labels' }).click()
  await page.getByRole('link', { name: /^Review \d+ suspect labels?$/ }).click()
  await page.getByText(/^144 labels checked/).waitFor()
  const feed = page.getByRole('feed', { name: 'Suspect labels' })
  const rows = feed.getByRole('article')
  await rows.first().focus()
  await checkAccessibility(t, page, 'the doubts of a check')
  const count = await rows.count()
  t.ok(count >= 3, `${count} suspect labels`)
  await page.keyboard.press('x')
  await rows.nth(0).getByText('kept').waitFor()
  await page.keyboard.press('y')
  await rows.nth(1).getByText('changed').waitFor()
  await page.keyboard.press('u')
  await rows.nth(2).getByText('unsure', { exact: true }).waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('1 suggestion restored').waitFor()
  await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Changed' })
  await rows.first().getByText('changed').waitFor()
  t.equal(await rows.count(), 1)

  await page.goto(`/projects/${projectId}/ai/similar`)
  await page.getByRole('heading', { name: 'Choose an example' }).waitFor()
  await checkAccessibility(t, page, 'the search without an example')
  await page.goto(`/projects/${projectId}/annotate/review`)
  await page.getByRole('heading', { level: 1, name: /^Review \d+ annotations/ }).waitFor()
  await page.getByRole('gridcell').first().click()
  await page.getByRole('link', { name: 'Find similar' }).click()
  const grid = page.getByRole('grid', { name: 'Similar crops' })
  await grid.getByRole('gridcell').first().waitFor()
  await page.getByText(/not prepared yet/).waitFor()
  await page.getByRole('button', { name: 'Prepare crops' }).click()
  await page.getByText('168 crops searched.').waitFor()
  await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Without a label' })
  await gone(grid.getByRole('gridcell').filter({ hasNotText: 'No label' }))
  await grid.getByText('No label').first().waitFor()
  await grid.getByRole('gridcell').nth(0).click()
  await grid.getByRole('gridcell').nth(1).click()
  await page.getByText('2 crops selected').waitFor()
  await checkAccessibility(t, page, 'similar crops')
  await page.keyboard.press('e')
  await page.getByRole('dialog').getByRole('combobox').fill('Rock')
  await page.keyboard.press('Enter')
  await page.getByText('2 annotations labelled Rock').waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('2 annotations restored').waitFor()
})
