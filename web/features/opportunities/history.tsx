import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { MergedOpportunity, Opportunity, OpportunityVersion } from '../../../shared/contracts/opportunities.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './page.module.css'
import { opportunityVersions, restoreOpportunity, separateOpportunity } from './queries.ts'
import { fieldNames, texts } from './texts.ts'
import { valueWords } from './value-words.ts'

const { history: words } = texts

/** History of an opportunity, which is loaded when opened. Renders nothing if the opportunity has never been edited. */
export function History({ opportunity }: { opportunity: Opportunity }) {
  const [isOpen, setOpen] = useState(false)
  if (opportunity.revision === 1) return null
  return (
    <Section title={words.title}>
      {isOpen ? (
        <Steps opportunity={opportunity} />
      ) : (
        <p>
          <Button size="small" onClick={() => setOpen(true)}>
            {words.show}
          </Button>
        </p>
      )}
    </Section>
  )
}

function Steps({ opportunity: { id, revision, mayEdit } }: { opportunity: Opportunity }) {
  const found = useQuery(opportunityVersions(id))
  const { mutate, isPending } = useMutation({
    ...restoreOpportunity(id),
    onSuccess: () => showToast({ tone: 'ok', title: words.restored }),
    onError: error => showToast({ tone: 'danger', title: texts.page.notDone, description: sentenceOf(error, texts.refused) })
  })
  return (
    <Loaded query={found} failed={words.failed} skeleton={<SkeletonRows rows={2} label={words.loading} />}>
      {({ versions, merged }) =>
        versions.length === 0 ? (
          <p className={styles.quiet}>{words.none}</p>
        ) : (
          <>
            <ol className={styles.steps}>
              {versions.map((version, nth) => (
                <Step key={version.revision} version={version}>
                  {mayEdit && (
                    <Button
                      size="small"
                      variant="quiet"
                      busy={isPending}
                      onClick={() => mutate({ version: versionBefore(versions, nth), revision })}
                    >
                      {words.restore}
                    </Button>
                  )}
                </Step>
              ))}
            </ol>
            {merged.map(one => (
              <MergedHistory key={one.id} merged={one} />
            ))}
          </>
        )
      }
    </Loaded>
  )
}

const Step = ({ version, children }: { version: OpportunityVersion; children?: ReactNode }) => (
  <li>
    <span>
      <Timestamp time={version.at} />, {words.by(version.by, version.isFormerMember)} {words.fields(namesOf(version))}
      {version.reason && `: ${version.reason}`}
    </span>
    {version.changes.map(change => (
      <Change key={change.field} change={change} />
    ))}
    {children}
  </li>
)

/** History of an opportunity that was merged into the opened one. People who may edit both can separate it. */
function MergedHistory({ merged: { id, title, revision, maySeparate, versions } }: { merged: MergedOpportunity }) {
  const { mutate, isPending } = useMutation({
    ...separateOpportunity(),
    onSuccess: () => showToast({ tone: 'ok', title: texts.merge.separated(title) }),
    onError: error => showToast({ tone: 'danger', title: texts.page.notDone, description: sentenceOf(error, texts.refused) })
  })
  return (
    <section className={styles.merged} aria-label={texts.merge.history(title)}>
      <h3>{texts.merge.history(title)}</h3>
      <ol className={styles.steps}>
        {versions.map(version => (
          <Step key={version.revision} version={version} />
        ))}
      </ol>
      {maySeparate && (
        <Button size="small" busy={isPending} onClick={() => mutate({ id, revision })}>
          {texts.merge.separate}
        </Button>
      )}
    </section>
  )
}

/** Returns the revision before a change. Each edit increments the revision, so there are no gaps. */
const versionBefore = (versions: OpportunityVersion[], nth: number) => versions[nth]!.revision - 1

const nameOf = (field: string) => fieldNames[field] ?? field
const namesOf = ({ changes }: OpportunityVersion) => changes.map(({ field }) => nameOf(field).toLowerCase()).join(', ') || words.nothing

function Change({ change: { field, before, after } }: { change: OpportunityVersion['changes'][number] }) {
  if (before === undefined && after === undefined) return null
  return (
    <p className={styles.change}>
      {nameOf(field)}: <del>{valueWords(before)}</del> → <ins>{valueWords(after)}</ins>
    </p>
  )
}
