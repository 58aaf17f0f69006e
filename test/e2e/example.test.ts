// About: web/features/projects/open-example.tsx, web/features/projects/use-open-example.ts, web/features/projects/example-note.tsx, web/features/projects/first-steps.tsx, web/features/media/upload/tray.tsx
import type { Locator } from 'playwright-core'
import t, { type Test } from 'tap'
import { clickAt, count, type Place, saved } from '../support/annotate-screen.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, newPerson, openApp, password } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { picture } from '../support/pictures.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

t.test('a newcomer opens the example, sees its results in two clicks, and deletes it in one', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Annotate what you see' }).waitFor()
  await checkAccessibility(t, page, 'the first steps')
  await page.getByRole('button', { name: 'Open an example project' }).click()

  await page.getByRole('heading', { name: 'Example: plain and knoll' }).waitFor()
  const note = page.getByText('This is an example with drawn images.')
  await note.waitFor()
  await page.getByText('6 images').first().waitFor()
  await page.getByText(/58 individuals of \d+ taxa/).waitFor()
  await checkAccessibility(t, page, 'the overview of the example')
  await page.getByRole('link', { name: 'its results' }).click()
  await page.getByText(/58 individuals; effort: 5 images/).waitFor()

  await page.goBack()
  await page.getByRole('button', { name: 'Delete example' }).click()
  await page.getByRole('button', { name: 'Open an example project' }).waitFor()
  t.same((await callApi<{ projects: [] }>(page, 'GET', '/projects')).projects, [])
})

t.test('the second entry opens the same example; a failure to create it is shown', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await callApi<{ id: string }>(page, 'POST', '/projects/example')
  t.equal((await callApi<{ id: string }>(page, 'POST', '/projects/example')).id, id)
  await callApi(page, 'DELETE', `/projects/${id}`)
  await page.route('**/api/projects/example', route => route.abort())
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Open an example project' }).click()
  await page.getByText('The example could not be opened').waitFor()
})

t.test('a person with projects opens the example from the palette', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  await callApi(page, 'POST', '/projects', { title: 'Kattegat 2025' })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Kattegat 2025' }).first().waitFor()
  await page.keyboard.press('Control+k')
  const find = page.getByRole('searchbox').and(page.locator(':focus'))
  await find.waitFor()
  await find.fill('demo')
  await page.getByRole('menuitem', { name: 'Open an example project' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Example: plain and knoll' }).waitFor()
  const { projects } = await callApi<{ projects: object[] }>(page, 'GET', '/projects')
  t.equal(projects.length, 2)
})

/** A newcomer who signs up from the landing page, and the number of clicks. */
async function newcomer(t: Test) {
  const page = await openApp(t, browser, url, { viewport: { width: 1440, height: 900 } })
  let clicks = 0
  const click = async (what: Locator) => {
    clicks += 1
    await what.click()
  }
  const clickPicture = async (place: Place) => {
    clicks += 1
    await clickAt(page, page.getByRole('application'), place)
  }
  await page.goto('/')
  await click(page.getByRole('link', { name: 'Sign up' }).first())
  await page.getByLabel('E-mail address').fill(newPerson().email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await click(page.getByRole('button', { name: 'Create account' }))
  return { page, click, clickPicture, clicks: () => clicks }
}

t.test('from the landing page, three clicks show results of the example, and eight save a named annotation in it', async t => {
  const { page, click, clickPicture, clicks } = await newcomer(t)
  await click(page.getByRole('button', { name: 'Open an example project' }))
  await page.getByText(/58 individuals of \d+ taxa have been counted in 5 images/).waitFor()
  t.ok(clicks() <= 3, `${clicks()} clicks to an example with its results`)

  await click(page.getByRole('complementary').getByRole('link', { name: 'Annotate', exact: true }))
  await count(page, '60 annotations')
  await page.getByText('Next shape: no label').waitFor()
  await click(page.getByRole('option', { name: /Sea lily/ }))
  await click(page.getByRole('button', { name: 'Point', exact: true }))
  await clickPicture([0.52, 0.44])
  await count(page, '61 annotations')
  await saved(page)
  await page
    .getByRole('treeitem', { name: /Sea lily/ })
    .first()
    .waitFor()
  const [group] = await page.getByRole('treeitem', { name: /Sea lily/ }).allInnerTexts()
  t.match(group, /Sea lily/)
  t.ok(clicks() <= 8, `${clicks()} clicks to the first saved and named annotation`)
})

t.test('from the landing page, eight clicks save a named annotation in a project and on an image of one’s own', async t => {
  const { page, click, clickPicture, clicks } = await newcomer(t)
  await click(page.getByRole('main').getByRole('link', { name: 'New project' }))
  await page.getByLabel('Title').fill('Fjord dive')
  await click(page.getByRole('button', { name: 'Create project' }))
  await page.getByRole('heading', { level: 1, name: 'Fjord dive' }).waitFor()
  const choosing = page.waitForEvent('filechooser')
  await click(page.getByRole('button', { name: 'Add images', exact: true }))
  await (await choosing).setFiles({ name: 'dive-1.jpg', mimeType: 'image/jpeg', buffer: await picture({ width: 1600, height: 1200 }) })
  await click(page.getByRole('link', { name: 'Annotate the new images' }))
  await page.getByRole('application').and(page.locator('[aria-busy=false]')).waitFor()
  await click(page.getByRole('button', { name: 'Point', exact: true }))
  await clickPicture([0.5, 0.5])
  await count(page, '1 annotation')
  await page.keyboard.press('e')
  await page.getByRole('combobox', { name: 'Find a label' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Sea pen')
  await page.keyboard.press('Enter')
  await page
    .getByRole('treeitem', { name: /Sea pen/ })
    .first()
    .waitFor()
  await count(page, '1 annotation')
  await saved(page)
  t.ok(clicks() <= 8, `${clicks()} clicks to the first saved and named annotation`)
})
