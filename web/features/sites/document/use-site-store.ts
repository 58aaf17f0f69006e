import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Site, SiteDraft, Sites } from '../../../../shared/contracts/sites.ts'
import { newId } from '../../../../shared/new-id.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { useUser } from '../../../api/session-context.ts'
import type { AccountWork } from '../../../sync/account-work.ts'
import { Document } from '../../../sync/document.ts'
import type { Outbox } from '../../../sync/outbox.ts'
import type { StoredEdit } from '../../../sync/stored-edit.ts'
import type { Step } from '../../../sync/stored-step.ts'
import { UndoSteps } from '../../../sync/undo-steps.ts'
import { useAccountWork } from '../../../sync/use-account-work.ts'
import { showToast } from '../../../ui/toast.tsx'
import { refreshSites, sitesOf } from '../queries.ts'
import type { Edit, SiteChanges, SiteVersion } from './edits.ts'
import { readNewestSites } from './newest-sites.ts'
import { type SiteDocument, siteKind, siteNoun } from './noun.ts'
import { oneSite } from './one-site.ts'
import { type SiteScreen, takeBack } from './take-back.ts'
import { texts } from './texts.ts'
import { withVersions } from './with-versions.ts'
import { partOf } from './without-newer.ts'

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
  /** Undoes the last step, and reports the outcome. */
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
    const { outbox } = work
    const { screen, opened, learn } = screenOf({ client, projectId, person: { accountId, name }, work, isClosed: () => isClosed })
    const { document } = screen
    const stop = outbox.listen(siteKind, projectId, {
      added: () => {},
      settled(edits) {
        learn(edits)
        void refreshSites(client, projectId)
      }
    })
    void document.begin()
    void refreshSites(client, projectId) // edits may have been sent while no screen of sites was open
    void opened(document).then(() => {
      if (!isClosed) setStore(storeOf(screen))
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

interface Screen extends SiteScreen {
  outbox: Outbox
  /** True when the last undo left newer values unchanged. A separate message then reports the undo. */
  hasLeft: boolean
}

interface ScreenOptions {
  client: QueryClient
  projectId: string
  person: { accountId: string; name: string }
  work: AccountWork
  isClosed: () => boolean
}

/** Creates a screen and two functions: one opens a document with the newest sites, and one records refusals. */
function screenOf({ client, projectId, person, work, isClosed }: ScreenOptions) {
  const { disk, outbox } = work
  const steps = new UndoSteps<never>(disk, `${siteKind} ${projectId}`)
  const make = (): SiteDocument =>
    new Document({
      noun: siteNoun(projectId),
      projectId,
      person,
      load: () => knownSites(client, projectId),
      loadOne: siteId => oneSite(siteId),
      comparison: async () => ({ partOf }),
      onLeft: ids => screen.onLeft(ids),
      outbox,
      steps
    })
  async function opened(document: SiteDocument): Promise<SiteDocument> {
    await readNewestSites(client, projectId)
    await document.open(projectId)
    return document
  }
  const refused = new Set<string>()
  function learn(edits: readonly Pick<StoredEdit, 'id' | 'problem'>[]): void {
    for (const { id, problem } of edits) if (problem !== null) refused.add(id)
  }
  const document = make()
  const screen: Screen = {
    document,
    outbox,
    isClosed,
    refused,
    hasLeft: false,
    async reopen() {
      const newest = await opened(make())
      learn(await outbox.all({ kind: siteKind, project: projectId, subject: projectId }))
      return newest
    },
    show: showToast,
    onLeft([id = '']) {
      screen.hasLeft = true
      showToast({ title: words.left(document.get(id)?.name) })
    }
  }
  return { screen, opened, learn }
}

async function knownSites(client: QueryClient, projectId: string): Promise<SiteVersion[]> {
  const { sites } = await client.ensureQueryData(sitesOf(projectId))
  return sites.map(site => ({ ...site, removed: false }))
}

function storeOf(screen: Screen): SiteStore {
  const { document, outbox } = screen
  const { projectId } = document
  const revise = (step: string, { id: siteId }: Site, change: SiteChanges) =>
    document.do(step, projectId, Object.keys(change).length > 0 ? [{ kind: 'revise', siteId, change }] : [])
  const takingBack = (step: Step<Edit> | undefined) => () => void (step && takeBack(screen, step))
  const versionOf = (site: Site): SiteVersion => document.get(site.id) ?? { ...site, removed: false }
  let walking: Promise<void> = Promise.resolve()
  /** Runs undo and redo in turn, so that each message has the name of its own step. */
  const inTurn = (step: () => string | null, take: () => Promise<string | null>, title: (step: string) => string, failed: string) => {
    walking = walking.then(() => walk(step(), take, title, failed))
    return walking
  }
  async function walk(step: string | null, take: () => Promise<string | null>, title: (step: string) => string, failed: string) {
    if (step === null) return
    screen.hasLeft = false
    try {
      if ((await take()) && !screen.hasLeft) showToast({ tone: 'ok', title: title(step) })
    } catch (error) {
      showToast({ tone: 'danger', title: failed, description: sentenceOf(error, words.notRead) })
    }
  }
  return {
    document,
    outbox,
    get: siteId => {
      const site = document.get(siteId)
      return site?.removed ? undefined : site
    },
    create: draft => void document.do(words.add(draft.name), projectId, [{ kind: 'create', siteId: newId(), draft }]),
    revise: (site, change) => void revise(words.edit(site.name), site, change),
    move: (site, change) => takingBack(revise(words.move(site.name), site, change)),
    remove: site =>
      takingBack(document.do(words.remove(site.name), projectId, [{ kind: 'remove', siteId: site.id, was: versionOf(site) }])),
    restore: site => void document.do(words.restore(site.name), projectId, [{ kind: 'restore', siteId: site.id, was: versionOf(site) }]),
    undo: () =>
      inTurn(
        () => document.canUndo,
        () => document.undo(),
        words.undone,
        words.failed
      ),
    redo: () =>
      inTurn(
        () => document.canRedo,
        () => document.redo(),
        words.redone,
        words.notRedone
      )
  }
}
