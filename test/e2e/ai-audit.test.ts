// About: web/routes/project/ai.tsx, web/features/ai/audit, web/features/ai/acceptance-list.tsx
import t from 'tap'
import type { AuditItem } from '../../shared/contracts/acceptance-audits.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { texturedScreen } from '../support/textured-screen.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

// Long: one audit from the acceptance to its undo.
t.test('crops accepted in bulk are audited blind, one key each, and the result leads to relabelling or undo', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const projectId = await texturedScreen(page, 'Audited')
  const run = await callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/ai/runs`, { task: 'label' })
  const details = await until(
    () => callApi<{ state: string; waitingCount: number; unlikeCount: number }>(page, 'GET', `/ai/runs/${run.id}`),
    ({ state }) => state === 'done'
  )
  await page.goto(`/projects/${projectId}/ai/suggestions?run=${run.id}`)
  await page.getByRole('slider').fill('1')
  await page.getByRole('button', { name: 'Accept in bulk…' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Accept \d+$/ })
    .click()
  const accepted = page.getByRole('region', { name: 'Accepted in bulk' })
  await accepted.getByRole('link', { name: 'Audit blind' }).click()

  await page.getByRole('heading', { name: 'Blind audit' }).waitFor()
  const size = Math.min(30, details.waitingCount - details.unlikeCount)
  await page.getByText(`Crop 1 of ${size}`, { exact: true }).waitFor()
  await page.locator('figure img[data-shown]').waitFor()
  t.equal(await page.getByRole('button', { name: 'Show the result' }).isEnabled(), false)
  await checkAccessibility(t, page, 'a crop of a blind audit')
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname)
  })

  const [first] = (await auditItems()).slice(0, 1)
  await page.keyboard.press('1')
  await page.getByText(`Crop 2 of ${size}`, { exact: true }).waitFor()
  await page.keyboard.press('u')
  await page.getByText(`Crop 3 of ${size}`, { exact: true }).waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('Answer withdrawn').first().waitFor()
  await page.getByText(`Crop 2 of ${size}`, { exact: true }).waitFor()
  await page.keyboard.press('u')
  await page.getByText(`Crop 3 of ${size}`, { exact: true }).waitFor()
  await page.keyboard.press('l')
  const dialog = page.getByRole('dialog', { name: 'Label of the crop' })
  await dialog.getByRole('combobox').fill('Rock')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  for (let crop = 4; crop <= size; crop++) {
    await page.getByText(`Crop ${crop} of ${size}`, { exact: true }).waitFor()
    await page.keyboard.press('2')
  }
  await page.getByRole('heading', { name: 'All crops are labelled' }).waitFor()
  t.same(
    asked.filter(path => /\/(annotations|suggestions|runs)(\/|$)/.test(path) && !path.endsWith('/ai/runs')),
    [],
    'the screen loads no annotation and no suggestion'
  )
  t.notOk((await auditItems()).some(({ id }) => id === first?.id))
  await checkAccessibility(t, page, 'an audit with all answers')
  await page.getByRole('button', { name: 'Show the result' }).click()

  await page.getByText(/^Right: .*, from \d+ wrong of \d+ labelled crops\.$/).waitFor()
  await page.getByRole('columnheader', { name: 'Wrong' }).waitFor()
  const differences = page.getByRole('list', { name: 'Differences' })
  const relabels = differences.getByRole('button', { name: /^Use the blind label/ })
  await relabels.first().waitFor()
  const count = await relabels.count()
  t.ok(count > 0)
  await checkAccessibility(t, page, 'the result of an audit')
  await relabels.first().focus()
  await page.keyboard.press('Enter')
  await differences.getByText('has the blind label now').waitFor()
  t.equal(await relabels.count(), count - 1)
  await page.getByText('Fewer than 95 % of the labels were right.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Undo the acceptance' }).click()
  await page.getByText('The acceptance has been undone.').waitFor()
  await page.getByRole('link', { name: 'Back to the suggestions' }).click()
  await accepted.getByRole('link', { name: 'Audit result' }).waitFor()
  await accepted.getByText(/^Right: /).waitFor()
  await checkAccessibility(t, page, 'an acceptance with its audit')

  async function auditItems(): Promise<AuditItem[]> {
    const { items: acceptances } = await callApi<{ items: { id: string }[] }>(page, 'GET', `/ai/runs/${run.id}/acceptances`)
    return (await callApi<{ items: AuditItem[] }>(page, 'GET', `/ai/acceptances/${acceptances[0]?.id}/audit/items`)).items
  }
})
