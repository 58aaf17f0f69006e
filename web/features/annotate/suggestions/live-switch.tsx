import { Link } from 'react-router-dom'
import { projectPath } from '../../../../shared/addresses.ts'
import panelStyles from '../../../annotation/panels.module.css'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/choice.tsx'
import { texts } from './texts.ts'
import type { Live } from './use-live.ts'
import type { Suggestions } from './use-suggestions.ts'

/** Switch for live suggestions, with their source or the reason why there are none. */
export function LiveSwitch({ projectId, suggestions }: { projectId: string; suggestions: Suggestions }) {
  const { settings, setSettings, live } = suggestions
  return (
    <>
      <Switch
        label={texts.live.switch}
        description={settings.isLive ? undefined : texts.live.about}
        checked={settings.isLive}
        onChange={event => setSettings({ isLive: event.currentTarget.checked })}
      />
      {live.isOn && <LiveState {...{ projectId, live }} />}
    </>
  )
}

function LiveState({ projectId, live: { answer, fault, isLoading, again } }: { projectId: string; live: Live }) {
  if (fault === 'blind') return <p className={panelStyles.hint}>{texts.live.blind}</p>
  if (fault === 'failed')
    return (
      <p className={panelStyles.hint} role="alert">
        {texts.live.failed}{' '}
        <Button size="small" variant="quiet" onClick={again}>
          {texts.again}
        </Button>
      </p>
    )
  if (!answer) return <p className={panelStyles.hint}>{isLoading ? texts.live.learning : texts.live.reasons.nothingUnlabelled}</p>
  const { reason, labelCount, classCount, missing, isCalibrated } = answer
  return (
    <p className={panelStyles.hint} aria-busy={isLoading}>
      {reason === null ? texts.live.learnt(labelCount, classCount) : texts.live.reasons[reason]}{' '}
      {reason === null && !isCalibrated && `${texts.live.rough} `}
      {missing > 0 && (
        <>
          {texts.live.missing(missing)} <Link to={projectPath(projectId, 'ai/similar')}>{texts.live.prepare}</Link>
        </>
      )}
    </p>
  )
}
