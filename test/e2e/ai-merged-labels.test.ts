// About: web/features/ai/use-followed-ai.ts, server/backend/ai/labels-in-run.ts
import t from 'tap'
import type { RunDetails } from '../../shared/contracts/ai.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, gone, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { texturedScreen } from '../support/textured-screen.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

t.test('an open list of suggestions follows a merge of two of its labels', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const projectId = await texturedScreen(page, 'Merged')
  const { id } = await callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/ai/runs`, { task: 'label' })
  const { histogram, waitingCount } = await until(
    () => callApi<RunDetails>(page, 'GET', `/ai/runs/${id}`),
    ({ state }) => state === 'done'
  )
  await page.goto(`/projects/${projectId}/ai/suggestions?run=${id}`)
  const cells = page.getByRole('gridcell')
  await cells.first().waitFor()
  const into = await callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/labels`, { name: 'Hard bottom' })
  const labels = await Promise.all(
    histogram.map(async ({ labelId, bins }) => ({
      ...(await callApi<{ id: string; name: string; revision: number }>(page, 'GET', `/labels/${labelId}`)),
      count: bins.reduce((sum, count) => sum + count, 0)
    }))
  )
  // the list draws only the rows in view, so a label with few suggestions may not be among them
  const inView = await until(
    () => cells.allInnerTexts(),
    texts => labels.some(({ name }) => texts.some(text => text.includes(name)))
  )
  const isInView = ({ name }: { name: string }) => inView.some(text => text.includes(name))
  const two = labels.toSorted((one, other) => Number(isInView(other)) - Number(isInView(one))).slice(0, 2)
  for (const { id: labelId, name, revision } of two) {
    await callApi(page, 'POST', `/labels/${labelId}/merge`, { into: into.id, revision })
    await gone(cells.getByText(name, { exact: true }))
  }
  await cells.getByText('Hard bottom').first().waitFor()
  const merged = two.reduce((sum, { count }) => sum + count, 0)
  await page.getByRole('button', { name: new RegExp(`Hard bottom.*${merged}`) }).waitFor()
  await gone(page.getByText('–', { exact: true }))
  t.ok(isInView(two[0]!), 'at least one of them was in view')
  t.ok(merged > 0 && merged < waitingCount)
})
