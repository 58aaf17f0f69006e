import type { Page } from 'playwright-core'

/**
 * Returns the text that the page copies during an action. All journeys share the clipboard of one browser, so the text is intercepted before it gets
 * there.
 */
export async function copiedBy(page: Page, copy: () => Promise<void>): Promise<string> {
  await page.evaluate(() => {
    const here = window as unknown as { copied: string | null }
    here.copied = null
    navigator.clipboard.writeText = async text => {
      here.copied = text
    }
  })
  await copy()
  const copied = await page.waitForFunction(() => (window as unknown as { copied: string | null }).copied)
  return String(await copied.jsonValue())
}
