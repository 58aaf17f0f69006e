import { Link } from 'react-router-dom'
import { AuthLinks, AuthPage } from '../../features/auth/auth-page.tsx'
import { LoginForm } from '../../features/auth/login-form.tsx'

export function Component() {
  return (
    <AuthPage title="Sign in" description="Go on with your projects.">
      <LoginForm />
      <AuthLinks>
        <Link to="/forgot-password">Forgot your password?</Link>
        <span>
          New here? <Link to="/signup">Create an account</Link>
        </span>
      </AuthLinks>
    </AuthPage>
  )
}
