// About: web/routes/project/ai.tsx, web/features/ai
import t from 'tap'
import { sharedApp } from '../support/app.ts'
import { checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { texturedScreen } from '../support/textured-screen.ts'

t.setTimeout(300_000)

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

t.test('from labelled points to reviewed suggestions in three clicks, and one key each', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const projectId = await texturedScreen(page, 'Textures')
  await page.goto(`/projects/${projectId}/dashboard`)
  await page.getByRole('link', { name: 'AI Analysis' }).first().click()
  await page.getByText('The project has 48, on 2 images').waitFor()
  await checkAccessibility(t, page, 'the readiness of the labels')
  await page.getByRole('button', { name: 'Suggest labels' }).click()
  await page.getByRole('link', { name: 'Review 48 suggestions' }).click()

  const grid = page.getByRole('grid', { name: 'Suggestions' })
  await grid.getByRole('gridcell').first().focus()
  await page.getByText(/\d+ suggestions at or above/).waitFor()
  await checkAccessibility(t, page, 'the suggestions of a run')
  await page.keyboard.press('y')
  await page.keyboard.press('x')
  await page.keyboard.press('u')
  for (const state of ['accepted', 'rejected', 'unsure']) await grid.getByText(state).waitFor()
  await page.route('**/decisions', async route => {
    await new Promise(resolve => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.keyboard.press('e')
  await page.getByRole('dialog').getByRole('combobox').fill('Rock')
  await page.keyboard.press('Enter')
  await grid.getByText('relabelled').waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('1 suggestion brought back').waitFor()
  t.equal(await grid.getByText('relabelled').count(), 0, 'the decision on its way is the one that is undone')
  await page.unroute('**/decisions')

  t.equal(await page.getByRole('button', { name: /^Accept \d+ from/ }).count(), 0, 'no bulk acceptance before a threshold is chosen')
  await page.getByRole('slider').fill('50')
  const accept = page.getByRole('button', { name: /^Accept \d+ from 50 %/ })
  await accept.click()
  await page.getByText(/suggestions accepted/).waitFor()
  await page.getByRole('button', { name: 'Accept 0 from 50 %' }).waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText(/suggestions brought back/).waitFor()

  await accept.click()
  await page.getByRole('button', { name: 'Accept 0 from 50 %' }).waitFor()
  await page.reload()
  const undoLast = page.getByRole('button', { name: /^Undo the last decision \(\d+ suggestions accepted\)$/ })
  await undoLast.waitFor()
  await checkAccessibility(t, page, 'the last decision, after a reload')
  await undoLast.click()
  await page.getByText(/suggestions brought back/).waitFor()
  await page.getByRole('button', { name: /^Undo the last decision \(1 suggestion (accepted|rejected|set aside)\)$/ }).waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('1 suggestion brought back').waitFor()

  await page.getByRole('link', { name: 'Runs' }).click()
  await checkAccessibility(t, page, 'the runs')
  await page.getByRole('link', { name: 'Version 1' }).click()
  await page.getByRole('heading', { name: 'Confusion matrix' }).waitFor()
  await page.getByText('In use: no other version was there to compare with.').waitFor()
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
  await page.getByRole('button', { name: 'Learn a new version' }).first().click()
  await page.getByRole('button', { name: 'Suggest labels' }).waitFor()
  await page.getByRole('link', { name: 'Models' }).click()
  await page.getByRole('link', { name: 'Version 2' }).click()
  await page
    .getByText('Difference in mean F1')
    .or(page.getByText(/^(In use|Not in use) by the rule/))
    .first()
    .waitFor()
  await checkAccessibility(t, page, 'a version that was compared')
})
