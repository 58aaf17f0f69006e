// About: web/features/results/cover-view.tsx
import t from 'tap'
import { newId } from '../../server/lib/ids.ts'
import { sharedApp } from '../support/app.ts'
import { bytesOf, callApi, checkAccessibility, gone, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { results, survey, textOf } from '../support/results-screen.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

t.test('the page shows percent cover with intervals by image, site and project, and exports it as files', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds, labels } = await survey(page)
  const drawn = await callApi<{ samples: { mediaId: string; points: string[] }[] }>(page, 'POST', `/projects/${projectId}/samples`, {
    mediaIds: [mediaIds[0], mediaIds[2]],
    plan: { method: 'random', count: 50, seed: 'a' }
  })
  const kelp = labels.get('Pisaster ochraceus')
  const sand = labels.get('Patiria miniata')
  // published intervals: 12 of 50, and 3 of 25 where half of the points are not named
  const shares = new Map([
    [mediaIds[0], [kelp, 12, sand, 38] as const],
    [mediaIds[2], [kelp, 3, sand, 22] as const]
  ])
  const operations = drawn.samples.flatMap(({ mediaId, points }) => {
    const [one, ones, other, others] = shares.get(mediaId) ?? [kelp, 0, sand, 0]
    return points
      .slice(0, ones + others)
      .map((annotationId, at) => ({ id: newId(), kind: 'revise', annotationId, revision: 1, labelId: at < ones ? one : other }))
  })
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations })

  await page.goto(`${results(projectId)}?view=cover&by=image`)
  const table = page.getByRole('group', { name: 'Cover of each taxon' })
  const row = async (name: RegExp) => (await table.getByRole('row', { name }).getByRole('cell').allTextContents()).slice(0, 4)
  await table.getByRole('columnheader', { name: /^Pisaster ochraceus/ }).waitFor()
  t.same(await row(/^M1_1/), ['1', '50', '76.0 (62.6–85.7)', '24.0 (14.3–37.4)'], '12 of 50')
  t.same(await row(/^M2_1/), ['1', '25', '88.0 (70.0–95.8)', '12.0 (4.2–30.0)'], '3 of 25')
  t.same((await row(/^All images/))[3], '20.0 (12.5–30.4)')
  await gone(page.getByLabel('Individuals', { exact: true })) // does not apply to cover
  await page.getByLabel('Group images by', { exact: true }).selectOption('site')
  await page.getByRole('heading', { name: 'Cover by site' }).waitFor()
  await table.getByRole('row', { name: /^M2 / }).waitFor() // not M2_1.jpg of the previous grouping
  t.same((await row(/^M2/))[3], '12.0 (4.2–30.0)')

  const all = page.getByRole('figure', { name: 'Percent cover, all images' })
  t.match(await all.textContent(), /n = 75 scorable points of 100, on 2 images.*Wilson’s 95 % interval.*Wilson 1927/s)
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Pisaster ochraceus, by site' })
  const figure = page.getByRole('figure', { name: 'Percent cover of Pisaster ochraceus, by site' })
  await figure.waitFor()
  await checkAccessibility(t, page, 'the cover')
  const saved = async (item: RegExp) => {
    await figure.getByRole('button', { name: 'Download' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).click()
    const download = await file
    return { name: download.suggestedFilename(), content: await bytesOf(download) }
  }
  const csv = await saved(/CSV/)
  t.equal(csv.name, 'cover of Pisaster ochraceus by site.csv')
  t.match(
    csv.content.toString(),
    /^site,points,scorablePoints,coverPercent,low,high\r\nM1,12,50,24,14\.297\d*,37\.41\d*\r\nM2,3,25,12,4\.16/
  )
  t.match((await saved(/SVG/)).content.toString(), /^<svg.*M1.*24\.0.*M2.*12\.0/s)
  t.same([...(await saved(/PNG/)).content.subarray(1, 4)], [...Buffer.from('PNG')])
  const long = textOf(page.waitForEvent('download'))
  await page.getByRole('button', { name: 'Download table' }).click()
  t.match((await long).text, /meanOfImagesPercent,standardError\r\nM1,1,50,50,0,0,Patiria miniata,/)
})
