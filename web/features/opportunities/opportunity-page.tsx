import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Berth, Opportunity } from '../../../shared/contracts/opportunities.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { formatDays } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Facts, Page, Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { closingWords, statedWords } from './deadline-words.ts'
import styles from './opportunities.module.css'
import { opportunity as opportunityQuery, removeOpportunity, reviseOpportunity } from './queries.ts'
import { SaveButton } from './save-button.tsx'
import { berthFacts, careerStages, kinds, texts } from './texts.ts'

const { page: words } = texts

const OpportunityForm = lazy(() => import('./opportunity-form.tsx').then(module => ({ default: module.OpportunityForm })))

/** One opportunity with all its facts. */
export function OpportunityPage({ opportunityId }: { opportunityId: string }) {
  const found = useQuery(opportunityQuery(opportunityId))
  return (
    <Loaded
      query={found}
      failed={words.failed}
      skeleton={
        <Page title={words.loading}>
          <SkeletonRows rows={8} label={words.loading} />
        </Page>
      }
    >
      {opportunity => <Open opportunity={opportunity} />}
    </Loaded>
  )
}

function Open({ opportunity }: { opportunity: Opportunity }) {
  const { kind, title, state, isOpen, deadlines, body, howToApply, berth } = opportunity
  return (
    <Page
      title={title}
      description={
        <>
          <Badge tone="primary">{kinds[kind]}</Badge> {state !== 'published' && <Badge tone="warn">{words.states[state]}</Badge>}{' '}
          {state === 'published' && !isOpen && <Badge>{words.closed}</Badge>} {closingWords(opportunity)}
        </>
      }
      actions={<Actions opportunity={opportunity} />}
    >
      {opportunity.summary && <p className={styles.summary}>{opportunity.summary}</p>}
      <Section title={words.deadlines}>
        {deadlines.length === 0 ? (
          <p className={styles.quiet}>{texts.deadline.none}</p>
        ) : (
          <ul>
            {deadlines.map(deadline => (
              <li key={`${deadline.earliest} ${deadline.label}`}>
                {deadline.label && `${deadline.label}: `}
                {statedWords(deadline)}
                {deadline.remark && <span className={styles.quiet}> {deadline.remark}</span>}
              </li>
            ))}
          </ul>
        )}
      </Section>
      {berth && (
        <Section title={words.berth}>
          <Facts
            facts={(Object.keys(berthFacts) as (keyof Berth)[]).map(name => ({
              name: berthFacts[name],
              value: stated(berth[name] === null ? null : String(berth[name]))
            }))}
          />
        </Section>
      )}
      <Section title={words.facts}>
        <Facts facts={factsOf(opportunity)} />
      </Section>
      {body && (
        <Section title={words.about}>
          <p className={styles.text}>{body}</p>
        </Section>
      )}
      {howToApply && (
        <Section title={words.apply}>
          <p className={styles.text}>{howToApply}</p>
        </Section>
      )}
      <p>
        <Link to="/opportunities">{words.back}</Link>
      </p>
    </Page>
  )
}

const stated = (value: ReactNode) => value || <span className={styles.quiet}>{texts.notStated}</span>

function factsOf(opportunity: Opportunity): { name: string; value: ReactNode }[] {
  const { organization, place, isRemote, regions, careerStages: careers, eligibility, amount, covers, notCovered, url } = opportunity
  return [
    { name: words.organization, value: stated(organization) },
    { name: words.place, value: stated([place, isRemote && words.remote].filter(Boolean).join(', ')) },
    { name: words.dates, value: stated(formatDays(opportunity.startsOn, opportunity.endsOn)) },
    { name: words.regions, value: stated(regions.join(', ')) },
    { name: words.careers, value: stated(careers.map(stage => careerStages[stage]).join(', ')) },
    { name: words.eligibility, value: stated(eligibility) },
    { name: words.amount, value: stated(amount) },
    { name: words.covers, value: stated(covers) },
    { name: words.notCovered, value: stated(notCovered) },
    {
      name: words.link,
      value: stated(
        url && (
          <a href={url} rel="noreferrer nofollow" target="_blank">
            {URL.canParse(url) ? new URL(url).host : url}
          </a>
        )
      )
    },
    { name: words.postedBy, value: stated(opportunity.postedBy) }
  ]
}

function Actions({ opportunity }: { opportunity: Opportunity }) {
  const { id, state, revision, mayEdit } = opportunity
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const onError = (error: unknown) => showToast({ tone: 'danger', title: words.notDone, description: sentenceOf(error, texts.refused) })
  const revise = useMutation({ ...reviseOpportunity(id), onError })
  const remove = useMutation({ ...removeOpportunity(), onError })
  const other = state === 'published' ? 'withdrawn' : 'published'
  return (
    <>
      <SaveButton opportunity={opportunity} />
      {mayEdit && (
        <>
          <Button variant="quiet" onClick={() => setOpen('remove')}>
            {words.delete}
          </Button>
          <Button busy={revise.isPending} onClick={() => revise.mutate({ revision, state: other })}>
            {state === 'published' ? words.withdraw : words.publish}
          </Button>
          <Button variant="primary" onClick={() => setOpen('edit')}>
            {words.edit}
          </Button>
        </>
      )}
      {open === 'edit' && (
        <Suspense fallback={null}>
          <OpportunityForm opportunity={opportunity} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      <ConfirmDialog
        title={words.removeTitle}
        confirm={words.delete}
        tone="danger"
        isOpen={open === 'remove'}
        onClose={() => setOpen(null)}
        onConfirm={async () => {
          await remove.mutateAsync(id)
          showToast({ tone: 'ok', title: words.removed })
          void navigate('/opportunities')
        }}
      >
        <p>{words.removeAbout}</p>
      </ConfirmDialog>
    </>
  )
}
