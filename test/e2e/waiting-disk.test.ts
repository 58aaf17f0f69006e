// About: web/sync, web/features/waiting
import t from 'tap'
import { annotationsOf, clickAt, count, saved } from '../support/annotate-screen.ts'
import { startApp } from '../support/app.ts'
import { launchChromium } from '../support/chromium.ts'
import { cutEdits, fillDisk, pointing, waitingBench } from '../support/waiting.ts'

const browser = await launchChromium(t)
const url = await startApp(t)

t.test('an edit that the browser’s disk refuses is not shown as saved, but is still sent', async t => {
  const { page, projectId, mediaIds } = await waitingBench(t, browser, url)
  const canvas = await pointing(page, projectId, mediaIds[0]!)
  await count(page, '1 annotation')
  const mend = await cutEdits(page)
  await fillDisk(page)
  await clickAt(page, canvas, [0.3, 0.3])
  await count(page, '2 annotations')
  await page.getByText('This browser could not store 1 edit').first().waitFor()
  t.equal(await page.getByText('Saved', { exact: true }).count(), 0)
  await mend()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await saved(page)
  t.equal((await annotationsOf(page, mediaIds[0]!)).length, 2)
})
