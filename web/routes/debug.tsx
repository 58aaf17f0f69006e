import { lazy, Suspense, useState } from 'react'
import { debugLogEntries } from '../../shared/limits.ts'
import { readConfig } from '../api/config.ts'
import { type DebugLevel, debugLevels, debugLog } from '../api/debug-log.ts'
import { DebugEntries } from '../features/debug/debug-entries.tsx'
import { entriesAsText, filterEntries } from '../features/debug/filter-entries.ts'
import { useDebugLog } from '../features/debug/use-debug-log.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { copyText } from '../ui/copy-text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { formatCount } from '../ui/format.ts'
import { CopyIcon, DeleteIcon, DownloadIcon } from '../ui/icons.tsx'
import { Facts, Page } from '../ui/section.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './debug.module.css'

// anyone may open this page: what is seldom used does not come with its first load
const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/dialog.tsx')).ConfirmDialog }))
const Gallery = lazy(() => import('../ui/gallery.tsx'))

/** The log of this browser, for the person and for who helps them. It never leaves the browser by itself, except for warnings and errors. */
export function Component() {
  const entries = useDebugLog()
  const [search, setSearch] = useState('')
  const [levels, setLevels] = useState<ReadonlySet<DebugLevel>>(new Set(debugLevels))
  const shown = filterEntries(entries, levels, search)
  const { version, sessionMode } = readConfig()
  return (
    <Page
      title="Debug log"
      description={`What this app did in this browser: at most ${debugLogEntries} entries, newest first, without passwords and tokens. New ones appear by themselves.`}
      actions={<Actions entries={shown} isEmpty={entries.length === 0} />}
    >
      <Facts
        facts={[
          { name: 'Version', value: version },
          { name: 'Sessions by', value: sessionMode === 'cookie' ? 'HttpOnly cookie' : 'bearer token in local storage' },
          { name: 'Browser', value: navigator.userAgent }
        ]}
      />
      <div className={styles.bar}>
        <TextField
          className={styles.search}
          label="Search the log"
          type="search"
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a row of filters, not a form's fieldset */}
        <div className={styles.levels} role="group" aria-label="Levels">
          {debugLevels.map(level => (
            <Checkbox key={level} label={level} checked={levels.has(level)} onChange={() => setLevels(toggled(levels, level))} />
          ))}
        </div>
        <p className={styles.count} role="status">
          {shown.length === entries.length
            ? formatCount(entries.length, 'entry', 'entries')
            : `${shown.length} of ${entries.length} entries`}
        </p>
      </div>
      {shown.length > 0 ? (
        <DebugEntries entries={shown} />
      ) : (
        <EmptyState title={entries.length === 0 ? 'The log is empty' : 'No entry matches'}>
          {entries.length === 0 ? 'What happens from now on is written here.' : 'Choose more levels, or search for something else.'}
        </EmptyState>
      )}
      <DesignSystem />
    </Page>
  )
}

/** All parts of the design system, for who builds or translates the app. */
function DesignSystem() {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>Design system</summary>
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
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <Button icon={<DownloadIcon aria-hidden />} disabled={nothing} onClick={() => download(entries)}>
        Download
      </Button>
      <Button icon={<DeleteIcon aria-hidden />} disabled={isEmpty} onClick={() => setClearing(true)}>
        Clear
      </Button>
      {clearing && (
        <Suspense fallback={null}>
          <ConfirmDialog
            title="Clear the log?"
            confirm="Clear the log"
            tone="danger"
            isOpen
            onClose={() => setClearing(false)}
            onConfirm={() => debugLog.clear()}
          >
            <p>All entries in this browser are removed. The server’s own log is not touched.</p>
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
