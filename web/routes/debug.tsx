import { lazy, Suspense, useState } from 'react'
import { readConfig } from '../api/config.ts'
import { type DebugLevel, debugLevels } from '../api/debug-entry.ts'
import { debugLog } from '../api/debug-log.ts'
import { DebugEntries } from '../features/debug/debug-entries.tsx'
import { entriesAsText, filterEntries } from '../features/debug/filter-entries.ts'
import { texts } from '../features/debug/texts.ts'
import { useDebugLog } from '../features/debug/use-debug-log.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { copyText } from '../ui/copy-text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { CopyIcon, DeleteIcon, DownloadIcon } from '../ui/icons.tsx'
import { Facts, Page } from '../ui/section.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './debug.module.css'

// this page is public, so rarely used parts are loaded later
const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/dialog.tsx')).ConfirmDialog }))
const Gallery = lazy(() => import('../ui/gallery.tsx'))

/** Debug log of this browser, for support. Only its warnings and errors are sent automatically. */
export function Component() {
  const entries = useDebugLog()
  const [search, setSearch] = useState('')
  const [levels, setLevels] = useState<ReadonlySet<DebugLevel>>(new Set(debugLevels))
  const shown = filterEntries(entries, levels, search)
  const { version, sessionMode } = readConfig()
  const nothing = entries.length === 0 ? texts.empty : texts.noMatch
  return (
    <Page title={texts.title} description={texts.about} actions={<Actions entries={shown} isEmpty={entries.length === 0} />}>
      <Facts
        facts={[
          { name: texts.facts.version, value: version },
          { name: texts.facts.session, value: sessionMode === 'cookie' ? texts.facts.cookie : texts.facts.bearer },
          { name: texts.facts.browser, value: navigator.userAgent }
        ]}
      />
      <div className={styles.bar}>
        <TextField
          className={styles.search}
          label={texts.search}
          type="search"
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a row of filters, not a form's fieldset */}
        <div className={styles.levels} role="group" aria-label={texts.levels}>
          {debugLevels.map(level => (
            <Checkbox key={level} label={level} checked={levels.has(level)} onChange={() => setLevels(toggled(levels, level))} />
          ))}
        </div>
        <p className={styles.count} role="status">
          {texts.count(shown.length, entries.length)}
        </p>
      </div>
      {shown.length > 0 ? <DebugEntries entries={shown} /> : <EmptyState title={nothing.title}>{nothing.about}</EmptyState>}
      <DesignSystem />
    </Page>
  )
}

/** Parts of the design system, for people who build or translate the app. */
function DesignSystem() {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{texts.designSystem}</summary>
      {open && (
        <Suspense fallback={null}>
          <Gallery />
        </Suspense>
      )}
    </details>
  )
}

function toggled(levels: ReadonlySet<DebugLevel>, level: DebugLevel): ReadonlySet<DebugLevel> {
  const after = new Set(levels)
  if (!after.delete(level)) after.add(level)
  return after
}

function Actions({ entries, isEmpty }: { entries: ReturnType<typeof filterEntries>; isEmpty: boolean }) {
  const [copied, setCopied] = useState(false)
  const [clearing, setClearing] = useState(false)
  const nothing = entries.length === 0
  return (
    <>
      <Button
        icon={<CopyIcon aria-hidden />}
        disabled={nothing}
        onClick={async () => setCopied(await copyText(entriesAsText(entries)))}
        onBlur={() => setCopied(false)}
      >
        {copied ? texts.copied : texts.copy}
      </Button>
      <Button icon={<DownloadIcon aria-hidden />} disabled={nothing} onClick={() => download(entries)}>
        {texts.download}
      </Button>
      <Button icon={<DeleteIcon aria-hidden />} disabled={isEmpty} onClick={() => setClearing(true)}>
        {texts.clear}
      </Button>
      {clearing && (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={texts.clearDialog.title}
            confirm={texts.clearDialog.confirm}
            tone="danger"
            isOpen
            onClose={() => setClearing(false)}
            onConfirm={() => debugLog.clear()}
          >
            <p>{texts.clearDialog.about}</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}

function download(entries: ReturnType<typeof filterEntries>) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(entries, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `isobath-debug-${new Date().toISOString().slice(0, 10)}.json`
  link.click()
  URL.revokeObjectURL(url)
}
