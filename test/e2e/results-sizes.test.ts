// About: web/features/results/sizes-view.tsx, web/features/results/size-groups.tsx
import t from 'tap'
import { newId } from '../../server/lib/ids.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { results, survey, textOf } from '../support/results-screen.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

t.test('size histograms of groups share their classes and are exported as files', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds, labels } = await survey(page)
  const boxes = [
    [0, [10, 10, 20]],
    [2, [30, 40, 40, 50]]
  ] as const
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, {
    operations: boxes.flatMap(([image, widths]) =>
      widths.map(width => ({
        id: newId(),
        kind: 'create',
        annotationId: newId(),
        mediaId: mediaIds[image],
        shape: { kind: 'box', x: 1, y: 1, width, height: width },
        labelId: labels.get('Cryptochiton stelleri')
      }))
    )
  })
  await page.goto(`${results(projectId)}?view=sizes&label=${labels.get('Cryptochiton stelleri')}&of=area`)
  const figure = page.getByRole('figure', { name: 'Areas of Cryptochiton stelleri, px², by site' })
  t.match(
    await figure.textContent(),
    /n = 8 annotations .*effort: 4 images \(4 annotated but not marked as done\), none with a known scale.*In 2 sites/s
  )
  t.match(await figure.getByRole('img').textContent(), /M1n = 3; 2 images.*M2n = 5; 2 images/s)
  const table = page.getByRole('group', { name: 'Sizes by site' })
  t.same(await table.getByRole('row', { name: /^M1/ }).getByRole('cell').allTextContents(), [
    '2',
    'unknown',
    '3',
    '200.0',
    '173.2',
    '100.0',
    '100.0',
    '400.0'
  ])
  await checkAccessibility(t, page, 'sizes of groups')
  for (const control of ['Count taxa by', 'Individuals'])
    t.equal(await page.getByLabel(control, { exact: true }).count(), 0, 'does not apply here')

  const csv = textOf(page.waitForEvent('download'))
  await figure.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  const { name, text } = await csv
  t.equal(name, 'area of Cryptochiton stelleri by site.csv')
  t.match(text, /^site,images,areaSquareMeters,from \(px²\),to \(px²\),count,percent\r\nM1,2,,0,\d+,\d/)
  const svg = textOf(page.waitForEvent('download'))
  await figure.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: /SVG/ }).click()
  t.match((await svg).text, /^<svg.*M1.*M2/s)

  await page.getByLabel('Group images by', { exact: true }).selectOption('image')
  await page.getByRole('figure', { name: 'Areas of Cryptochiton stelleri, px², by image' }).waitFor()
  t.match(page.url(), /by=image/)
})
