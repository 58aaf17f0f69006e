// About: web/features/rounds, web/routes/project/annotation-sessions.tsx, web/routes/project/annotation-session.tsx
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { newId } from '../../server/lib/ids.ts'
import type { Annotation } from '../../shared/contracts/annotations.ts'
import { addPhotograph } from '../support/add-photograph.ts'
import { sharedApp } from '../support/app.ts'
import { bytesOf, callApi, checkAccessibility, gone, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'

const { url } = await sharedApp(t)
const browser = await launchChromium(t)
const viewport = { width: 1440, height: 900 }

/** Two people in a project with one photograph and two labels. */
async function scene(t: Test) {
  const [first, second] = [newPerson('ana'), newPerson('bo')]
  const ana = await openApp(t, browser, url, { as: first, viewport })
  const bo = await openApp(t, browser, url, { as: second, viewport })
  const { id: projectId } = await makeProject(ana, 'Reef')
  await callApi(ana, 'POST', `/projects/${projectId}/members`, { email: second.email, role: 'editor' })
  const label = (name: string) => callApi<{ id: string }>(ana, 'POST', `/projects/${projectId}/labels`, { name })
  const [sponge, coral] = [await label('Porifera'), await label('Anthozoa')]
  const mediaId = (await addPhotograph(ana, projectId, 'rov-framegrab-with-gps-2019.jpg')).id
  return { ana, bo, first, second, projectId, sponge, coral, mediaId }
}

async function mark(page: Page, projectId: string, mediaId: string, x: number, labelId: string): Promise<string> {
  const annotationId = newId()
  const shape = { kind: 'box', x, y: 200, width: 160, height: 160 }
  const operations = [{ id: newId(), kind: 'create', annotationId, mediaId, shape, labelId }]
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations })
  return annotationId
}

const objects = (page: Page) => page.getByRole('tree', { name: 'Annotations of this image' }).getByRole('treeitem', { level: 2 })
const banner = (page: Page) => page.getByText('You are working blind in First round until')

t.test('two people annotate blind, compare their annotations, and settle the disagreements', async t => {
  const { ana, bo, first, second, projectId, sponge, coral, mediaId } = await scene(t)
  await mark(ana, projectId, mediaId, 50, sponge.id)
  await bo.goto(`/projects/${projectId}/annotate?image=${mediaId}`)
  await objects(bo).first().waitFor()
  t.equal(await objects(bo).count(), 1, 'before the session everyone sees everything')

  await ana.goto(`/projects/${projectId}/annotate/sessions`)
  await ana.getByRole('heading', { name: 'No blind sessions yet' }).waitFor()
  await ana.getByRole('button', { name: 'Plan a session' }).click()
  const dialog = ana.getByRole('dialog', { name: 'Plan a blind session' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('First round')
  await dialog.getByRole('button', { name: 'Plan session' }).click()
  await dialog.getByText('Choose at least two members.').waitFor()
  for (const { email } of [first, second]) await dialog.getByLabel(email).check()
  await checkAccessibility(t, ana, 'planning a session')
  await dialog.getByRole('button', { name: 'Plan session' }).click()
  await ana.getByRole('heading', { level: 1, name: 'First round' }).waitFor()

  await banner(bo).waitFor()
  await bo.getByText('No annotations on this image yet').waitFor()
  await gone(objects(bo)) // earlier annotations are hidden
  await checkAccessibility(t, bo, 'annotating blind')

  for (const [page, third] of [
    [ana, sponge],
    [bo, coral]
  ] as const) {
    await mark(page, projectId, mediaId, 300, sponge.id)
    await mark(page, projectId, mediaId, 600, third.id)
  }
  await mark(ana, projectId, mediaId, 900, coral.id)
  const seen = await callApi<{ annotations: Annotation[] }>(bo, 'GET', `/media/${mediaId}/annotations`)
  t.equal(seen.annotations.length, 2)

  await banner(ana).waitFor() // the header below moves
  await ana.getByRole('button', { name: 'End now' }).click()
  await ana.getByRole('button', { name: 'End session' }).click()
  await banner(bo).waitFor({ state: 'detached' })
  await objects(bo).nth(5).waitFor()

  await ana.getByRole('heading', { name: 'Disagreements: 2 to settle' }).waitFor()
  const matrix = ana.getByRole('group', { name: 'Confusion matrix' })
  await matrix.getByRole('rowheader', { name: 'Porifera' }).waitFor()
  t.same(await matrix.getByRole('row').nth(1).getByRole('cell').allInnerTexts(), ['1', '1', '0'])
  const heading = matrix.getByRole('columnheader').first()
  const widest = () => heading.evaluate(element => getComputedStyle(element).maxWidth)
  t.equal(await widest(), '128px')
  await ana.keyboard.press('Tab')
  await matrix.focus()
  t.equal(await widest(), 'none', 'a matrix with the keyboard focus has its headings in full')
  await ana.getByRole('group', { name: 'Agreement by label' }).getByRole('rowheader', { name: 'Anthozoa' }).waitFor()
  await checkAccessibility(t, ana, 'the agreement')
  await ana.getByRole('group', { name: 'Pairwise agreement' }).getByText('Cohen’s κ', { exact: true }).hover()
  await ana.getByRole('tooltip', { name: /^Agreement of two people beyond chance/ }).waitFor()

  const saved = async (name: string) => {
    const [file] = await Promise.all([ana.waitForEvent('download'), ana.getByRole('button', { name }).click()])
    return (await bytesOf(file)).toString()
  }
  t.match(await saved('CSV of agreement by label'), /^label,n,cohens_kappa,low,high,n_of_all,fleiss_kappa\r\n(Anthozoa|Porifera),2,/)
  t.match(
    await saved('CSV of this list'),
    new RegExp(`,${first.email},${second.email},annotations\r\n.+,different labels,no,no,Porifera,Anthozoa,`)
  )
  await ana.getByText('Krippendorff’s α', { exact: true }).waitFor()

  const groups = ana.getByRole('listitem').filter({ has: ana.getByRole('heading', { level: 3 }) })
  const differing = groups.filter({ hasText: 'different labels' })
  const { items } = await callApi<{ items: { marks: { annotation: { id: string } }[] }[] }>(
    bo,
    'GET',
    `/annotation-sessions/${ana.url().split('/').at(-1)}/groups`
  )
  const pair = items.find(({ marks }) => marks.length === 2)?.marks ?? []
  for (const [at, { annotation }] of pair.entries())
    await callApi(bo, 'POST', `/annotations/${annotation.id}/comments`, { text: `Said of mark ${at}` })
  await differing.getByText('Discuss').click()
  for (const at of [0, 1]) await differing.getByText(`Said of mark ${at}`).waitFor()
  await differing.getByRole('textbox', { name: 'Comment' }).fill('To all')
  await differing.getByRole('button', { name: 'Comment', exact: true }).click()
  await differing.getByRole('listitem').filter({ hasText: 'To all' }).waitFor()
  await checkAccessibility(t, ana, 'discussing a disagreement')

  await differing.getByRole('button', { name: 'Settle as Anthozoa' }).click()
  const messages = ana.getByRole('region', { name: /Messages/ })
  await messages.getByText('Settled as Anthozoa').hover() // it stays while the pointer rests on it
  await ana.getByRole('heading', { name: 'Disagreements: 1 to settle' }).waitFor()
  await messages.getByRole('button', { name: 'Undo' }).click()
  await ana.getByRole('heading', { name: 'Disagreements: 2 to settle' }).waitFor()
  await groups.filter({ hasText: 'different labels' }).getByRole('button', { name: 'Settle as Anthozoa' }).click()
  await ana.getByRole('heading', { name: 'Disagreements: 1 to settle' }).waitFor()
  await gone(groups.filter({ hasText: 'different labels' }))
  await groups.filter({ hasText: 'annotated by some only' }).getByRole('button', { name: 'Nothing there' }).click()
  await ana.getByRole('heading', { name: 'Everything is settled' }).waitFor()
  await ana.getByRole('button', { name: 'Keep one of each' }).click()
  await messages.getByText('1 object confirmed, duplicates rejected').waitFor()
  const { annotations } = await callApi<{ annotations: Annotation[] }>(bo, 'GET', `/media/${mediaId}/annotations`)
  const states = annotations.map(({ reviewState }) => reviewState).sort()
  t.same(states, ['confirmed', 'confirmed', 'proposed', 'rejected', 'rejected', 'rejected'])
})

t.test('images and members are added to a session later, and blind members do not see other members', async t => {
  const { ana, bo, first, second, projectId, sponge, mediaId } = await scene(t)
  const third = newPerson('cy')
  const cy = await openApp(t, browser, url, { as: third, viewport })
  await callApi(ana, 'POST', `/projects/${projectId}/members`, { email: third.email, role: 'editor' })
  const { members } = await callApi<{ members: { accountId: string; email: string }[] }>(ana, 'GET', `/projects/${projectId}/members`)
  const memberIds = members.flatMap(({ accountId, email }) => (email === first.email ? [] : [accountId]))
  const endsAt = new Date(Date.now() + 3_600_000).toISOString()
  const draft = { name: 'First round', startsAt: new Date().toISOString(), endsAt, memberIds, images: { kind: 'all' } }
  const session = await callApi<{ id: string }>(ana, 'POST', `/projects/${projectId}/annotation-sessions`, draft)

  for (const page of [bo, cy]) await page.goto(`/projects/${projectId}/annotate?image=${mediaId}`)
  for (const page of [bo, cy]) await banner(page).waitFor()
  await ana.goto(`/projects/${projectId}/annotate?image=${mediaId}`)
  await ana.getByText(new RegExp(`${second.email}.* are here too`)).waitFor()
  await mark(cy, projectId, mediaId, 300, sponge.id)
  await callApi(cy, 'PUT', `/media/${mediaId}/work-state`, { state: 'done' })
  t.equal(await bo.getByText('here too').count(), 0)
  await bo.goto(`/projects/${projectId}/dashboard`)
  await bo.getByText(/You are in a blind session until .+\. On its images, only your own work counts here until then/).waitFor()
  t.equal(await bo.getByRole('table', { name: 'Images by person' }).count(), 0)
  await checkAccessibility(t, bo, 'progress of who works blind')
  await addPhotograph(ana, projectId, 'reef-quadrat-2007.jpg')
  await ana.goto(`/projects/${projectId}/dashboard`)
  await ana.getByRole('table', { name: 'Images by person' }).getByRole('rowheader', { name: third.email }).waitFor()
  await ana.goto(`/projects/${projectId}/annotate/sessions/${session.id}`)
  await ana.getByText('1 image was added to the project since the session was planned').waitFor()
  await checkAccessibility(t, ana, 'an image that came later')
  await ana.getByRole('button', { name: 'Add 1 image' }).click()
  await ana
    .getByRole('region', { name: /Messages/ })
    .getByText('The session now has 2 images')
    .waitFor()
  await ana.getByText('was added to the project since').waitFor({ state: 'detached' })

  await ana.getByRole('button', { name: 'Edit' }).click()
  const editing = ana.getByRole('dialog', { name: 'Edit “First round”' })
  t.equal(await editing.getByLabel(/^Start/).count(), 0, 'the session has started')
  await checkAccessibility(t, ana, 'editing a session')
  await editing.getByRole('textbox', { name: 'End, time (UTC)' }).fill('soon')
  await editing.getByRole('button', { name: 'Save session' }).click()
  await editing.getByText('Enter the date as YYYY-MM-DD and the time as HH:MM.').waitFor()
  await editing.getByLabel('End, day').fill('2099-03-01')
  await editing.getByRole('textbox', { name: 'End, time (UTC)' }).fill('17:00')
  await editing.getByRole('textbox', { name: 'Purpose' }).fill('Sponges at depth')
  await editing.getByRole('button', { name: 'Save session' }).click()
  await editing.waitFor({ state: 'detached' })
  await ana.getByText('– 2099-03-01 17:00 UTC').waitFor()
  await ana.getByText('Sponges at depth').waitFor()
  const inSofia = await openApp(t, browser, url, { as: first, viewport, timezoneId: 'Europe/Sofia' })
  await inSofia.goto(ana.url())
  await inSofia.getByText('– 2099-03-01 19:00 GMT+2').waitFor()
  await inSofia.getByText('– 2099-03-01 17:00 UTC').waitFor()
  await inSofia.getByRole('button', { name: 'Edit' }).click()
  t.equal(await inSofia.getByRole('textbox', { name: 'End, time (GMT+2)' }).inputValue(), '19:00')

  await ana.getByRole('button', { name: 'Change members' }).click()
  const dialog = ana.getByRole('dialog', { name: 'Members of “First round”' })
  await dialog.getByLabel(first.email).check()
  await dialog.getByLabel(third.email).uncheck()
  await dialog.getByRole('button', { name: 'Save members' }).click()
  await dialog.getByText(`“${third.email}” has annotated images in this session`).waitFor()
  await checkAccessibility(t, ana, 'changing members')
  await dialog.getByLabel(third.email).check()
  await dialog.getByLabel(second.email).uncheck()
  await dialog.getByRole('button', { name: 'Save members' }).click()
  await dialog.waitFor({ state: 'detached' })
  await banner(ana).waitFor()
  await bo.goto(`/projects/${projectId}/annotate?image=${mediaId}`)
  await objects(bo).first().waitFor()
  await gone(banner(bo)) // a member who left sees everything

  await addPhotograph(bo, projectId, 'rov-seafloor-2022.jpg')
  await ana.getByText('1 image was added to the project since the session was planned').waitFor() // on the page that is already open
})
