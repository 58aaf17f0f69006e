// About: web/sync, web/app/session-work.ts, web/features/waiting
import t from 'tap'
import { annotationsOf, clickAt, count, saved } from '../support/annotate-screen.ts'
import { startApp } from '../support/app.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'
import { pointing, waitingBench } from '../support/waiting.ts'

const browser = await launchChromium(t)
const url = await startApp(t)

t.test('shapes drawn offline are sent from any screen when the network returns', async t => {
  const { page, projectId, mediaIds } = await waitingBench(t, browser, url)
  await page.goto(`/projects/${projectId}/annotate/results`)
  await page.getByRole('heading', { level: 1, name: 'Results' }).waitFor()
  const canvas = await pointing(page, projectId, mediaIds[0]!)
  await count(page, '1 annotation')
  await clickAt(page, canvas, [0.3, 0.3])
  await saved(page)
  await page.context().setOffline(true)
  await clickAt(page, canvas, [0.6, 0.6])
  await page.getByText('Offline, 1 waiting').waitFor()
  await page.getByRole('link', { name: 'Results' }).click()
  await page.getByRole('heading', { level: 1, name: 'Results' }).waitFor()
  await page.context().setOffline(false)
  const list = await until(
    () => annotationsOf(page, mediaIds[0]!),
    found => found.length === 3
  )
  t.equal(list.length, 3)
})
