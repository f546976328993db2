# Sends a reading a minute, and tries each until the service has answered. PowerShell 7.
# Untested: no PowerShell was at hand.
$Url = '__URL__/api/telemetry/ingest'
$Headers = @{ 'X-Device-Token' = '__TOKEN__' }

function Measure-Value { __VALUE__ } # what your sensor says

while ($true) {
    # Stamped when it is measured: sent again, it is known by that and stored once.
    $Body = @{
        module  = '__MODULE__'
        ts      = [DateTimeOffset]::UtcNow.ToUnixTimeMilliseconds()
        metrics = @{ '__METRIC__' = Measure-Value }
    } | ConvertTo-Json

    for ($Pause = 1; ; $Pause = [Math]::Min($Pause * 2, 60)) {
        try {
            $null = Invoke-RestMethod -Uri $Url -Method Post -Headers $Headers -ContentType 'application/json' -Body $Body -TimeoutSec 30
            break
        } catch {
            $Status = [int]$_.Exception.Response.StatusCode
            Write-Warning "not sent: $($_.Exception.Message) $($_.ErrorDetails.Message)"
            if ($Status -eq 401) { throw 'The token is not valid.' }
            if ($Status -eq 400) { break }
            $Asked = [int]($_.Exception.Response.Headers.RetryAfter.Delta.TotalSeconds)
            Start-Sleep -Milliseconds ([Math]::Max($Asked, $Pause) * (Get-Random -Minimum 1000 -Maximum 1500))
        }
    }
    Start-Sleep -Seconds 60
}
