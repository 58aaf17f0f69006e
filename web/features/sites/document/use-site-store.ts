import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Site, SiteDraft, Sites } from '../../../../shared/contracts/sites.ts'
import { newId } from '../../../../shared/new-id.ts'
import { call } from '../../../api/call.ts'
import { useUser } from '../../../api/session-context.ts'
import { Document } from '../../../sync/document.ts'
import type { Outbox } from '../../../sync/outbox.ts'
import { UndoSteps } from '../../../sync/undo-steps.ts'
import { useAccountWork } from '../../../sync/use-account-work.ts'
import { showToast } from '../../../ui/toast.tsx'
import { refreshSites, sitesOf } from '../queries.ts'
import type { SiteChanges, SiteVersion } from './edits.ts'
import { readNewestSites } from './newest-sites.ts'
import { type SiteDocument, siteKind, siteNoun } from './noun.ts'
import { texts } from './texts.ts'
import { withVersions } from './with-versions.ts'

const { steps: words } = texts

/** Sites of a project that can be edited without a network. Each edit is one undo step. */
export interface SiteStore {
  document: SiteDocument
  outbox: Outbox
  /** Current version of a site with the unsent edits; undefined when it is not in the project. */
  get(siteId: string): SiteVersion | undefined
  create(draft: SiteDraft): void
  revise(site: Site, change: SiteChanges): void
  /** Moves a site to another place. @returns a function that takes the move back, unless the server refused it */
  move(site: Site, change: SiteChanges): () => void
  /** Deletes a site. @returns a function that takes the deletion back, unless the server refused it */
  remove(site: Site): () => void
  restore(site: Site): void
  /** Undoes the last step, and reports it. */
  undo(): Promise<void>
  redo(): Promise<void>
}

const silence = () => () => {}
const still = () => 0

/**
 * Returns the sites of a project with the unsent edits of this browser, and the store that edits them. The store is null until the account's
 * stored edits have been read.
 * @param found sites of the server; undefined until they are loaded
 */
export function useSiteStore(projectId: string, found: Sites | undefined): { sites: Sites | undefined; store: SiteStore | null } {
  const client = useQueryClient()
  const user = useUser()
  const accountId = user.id
  const name = user.name ?? user.email
  const work = useAccountWork()
  const [store, setStore] = useState<SiteStore | null>(null)
  const isFound = found !== undefined

  useEffect(() => {
    if (work?.accountId !== accountId || !isFound) return
    let isClosed = false
    const { disk, outbox } = work
    const steps = new UndoSteps<never>(disk, `${siteKind} ${projectId}`)
    const document: SiteDocument = new Document({
      noun: siteNoun(projectId),
      projectId,
      person: { accountId, name },
      load: () => knownSites(client, projectId),
      loadOne,
      outbox,
      steps
    })
    const stop = outbox.listen(siteKind, projectId, { added: () => {}, settled: () => void refreshSites(client, projectId) })
    void document.begin()
    void refreshSites(client, projectId) // edits may have been sent while no screen of sites was open
    void readNewestSites(client, projectId)
      .then(() => document.open(projectId))
      .then(() => {
        if (!isClosed) setStore(storeOf(document, outbox))
      })
    return () => {
      isClosed = true
      stop()
      document.close()
      setStore(null)
    }
  }, [client, projectId, accountId, name, work, isFound])

  useEffect(() => {
    if (found) void store?.document.refresh(projectId)
  }, [store, projectId, found])

  const version = useSyncExternalStore(store?.document.subscribe ?? silence, store?.document.version ?? still)
  const sites = useMemo(
    () => (found && store ? withVersions(found, store.document.list(projectId)) : found),
    [found, store, projectId, version]
  )
  return { sites, store }
}

async function knownSites(client: QueryClient, projectId: string): Promise<SiteVersion[]> {
  const { sites } = await client.ensureQueryData(sitesOf(projectId))
  return sites.map(site => ({ ...site, removed: false }))
}

/** Reads a site; null for a removed one, and without a network, when the edit itself has its name and place. */
const loadOne = (siteId: string): Promise<SiteVersion | null> =>
  call('GET /sites/:siteId', { params: { siteId } }).then(
    site => ({ ...site, removed: false }),
    () => null
  )

function storeOf(document: SiteDocument, outbox: Outbox): SiteStore {
  const { projectId } = document
  const revise = (step: string, { id: siteId }: Site, change: SiteChanges) =>
    document.do(step, projectId, Object.keys(change).length > 0 ? [{ kind: 'revise', siteId, change }] : [])
  const takingBack = (revert: () => boolean) => () => {
    if (!revert()) showToast({ tone: 'danger', title: words.refused })
  }
  const versionOf = (site: Site): SiteVersion => document.get(site.id) ?? { ...site, removed: false }
  async function walk(step: string | null, take: () => Promise<string | null>, title: (step: string) => string) {
    if (step === null) return
    try {
      if (await take()) showToast({ tone: 'ok', title: title(step) })
    } catch {
      showToast({ tone: 'danger', title: words.failed })
    }
  }
  return {
    document,
    outbox,
    get: siteId => {
      const site = document.get(siteId)
      return site?.removed ? undefined : site
    },
    create: draft => document.do(words.add(draft.name), projectId, [{ kind: 'create', siteId: newId(), draft }]),
    revise: (site, change) => void revise(words.edit(site.name), site, change),
    move: (site, change) => takingBack(revise(words.move(site.name), site, change)),
    remove: site =>
      takingBack(document.do(words.remove(site.name), projectId, [{ kind: 'remove', siteId: site.id, was: versionOf(site) }])),
    restore: site => document.do(words.restore(site.name), projectId, [{ kind: 'restore', siteId: site.id, was: versionOf(site) }]),
    undo: () => walk(document.canUndo, () => document.undo(), words.undone),
    redo: () => walk(document.canRedo, () => document.redo(), words.redone)
  }
}
