// About: web/sync/version-1.ts
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { annotate, annotationsOf, count, saved } from '../support/annotate-screen.ts'
import { openApp, signIn } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { newServer } from '../support/set-up.ts'
import { ana, mediaIds, placeBrowserDatabases, projectId, unpackData } from '../support/version-0-1-0.ts'

t.test('unsent edits in a browser of version 0.1.0 are sent, and its steps can be undone and redone', async t => {
  const dataDir = mkdtempSync(join(tmpdir(), 'isobath-version-'))
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }))
  await unpackData(dataDir)
  const { port } = await newServer(t, { DATA_DIR: dataDir, HOST: '127.0.0.1' })
  const page = await openApp(t, await launchChromium(t), `http://127.0.0.1:${port}`, { viewport: { width: 1440, height: 900 } })
  await placeBrowserDatabases(page)
  await signIn(page, ana)

  const last = mediaIds[3]
  await annotate(page, projectId, last)
  await saved(page)
  await count(page, '4 annotations')
  const drawn = (await annotationsOf(page, last)).filter(({ source }) => source === 'human')
  t.same(
    drawn.map(({ shape }) => shape),
    [
      { kind: 'box', x: 283.3, y: 70.96, width: 60.62, height: 72.56 },
      { kind: 'box', x: 196.7, y: 192.09, width: 86.6, height: 108.84 }
    ]
  )

  for (const left of [3, 2]) {
    await page.keyboard.press('Control+z')
    await count(page, `${left} annotations`)
  }
  for (const left of [3, 4, 5]) {
    await page.keyboard.press('Control+Shift+z')
    await count(page, `${left} annotations`)
  }
  await saved(page)
  t.equal((await annotationsOf(page, last)).length, 5, 'the annotation whose addition was undone offline is back')
})
