// About: web/sync, web/features/annotate/document
import t from 'tap'
import { annotationsOf, clickAt, count, saved } from '../support/annotate-screen.ts'
import { startApp } from '../support/app.ts'
import { launchChromium } from '../support/chromium.ts'
import { carriesEdits, pointing, waitingBench } from '../support/waiting.ts'

const browser = await launchChromium(t)

t.test('an unsent edit is shown on its own image only, and is saved there', async t => {
  const { page, projectId, mediaIds } = await waitingBench(t, browser, await startApp(t), 4)
  let letThrough = () => {}
  const held = new Promise<void>(resolve => {
    letThrough = resolve
  })
  await page.route(carriesEdits, async route => {
    await held
    await route.continue()
  })
  const canvas = await pointing(page, projectId, mediaIds[0]!)
  await clickAt(page, canvas, [0.4, 0.4])
  await count(page, '1 annotation')
  const shows = (image: string) => page.getByRole('heading', { level: 1, name: image }).waitFor()
  for (const image of ['image-2.jpg', 'image-3.jpg']) {
    await page.getByRole('button', { name: 'Next image' }).click()
    await shows(image)
    await count(page, '0 annotations')
  }
  letThrough()
  await saved(page)
  await count(page, '0 annotations')
  await page.getByRole('button', { name: 'Previous image' }).dblclick() // the second step does not wait for the first
  await shows('image-1.jpg')
  await count(page, '1 annotation')
  const [kept] = await annotationsOf(page, mediaIds[0]!)
  t.match(kept, { revision: 1, removed: false })
  t.same(await annotationsOf(page, mediaIds[2]!), [])
})
