// About: web/imagery/patch-picture.tsx
import type { Browser, Request } from 'playwright-core'
import t from 'tap'

import { annotatedProject } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'

const { url } = await sharedApp(t)
const browser: Browser = await launchChromium(t)

const isPatch = ({ pathname }: URL) => /^\/api\/annotations\/[^/]+\/patch$/.test(pathname)

t.test('requests for crops that were scrolled past are cancelled', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { projectId } = await annotatedProject(page, 'Reef', ['a.png'], [{ label: 'Porifera', image: 0, count: 480 }])
  await page.route(isPatch, () => {}) // the server has not reached them
  const underWay = new Set<Request>()
  page.on('request', request => isPatch(new URL(request.url())) && underWay.add(request))
  page.on('requestfailed', request => underWay.delete(request))

  await page.goto(`/projects/${projectId}/annotate/review`)
  const cells = page.getByRole('gridcell')
  await cells.first().waitFor()
  for (let turn = 0; turn < 15; turn++) {
    await page.mouse.move(700, 600)
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(60)
  }
  const { left, seen } = await until(
    async () => ({ left: underWay.size, seen: await cells.count() }),
    ({ left, seen }) => left > 0 && left <= seen
  )
  t.ok(left > 0, 'those in view are requested')
  t.ok(left <= seen, `${left} are still requested, and ${seen} cells are shown`)
})
