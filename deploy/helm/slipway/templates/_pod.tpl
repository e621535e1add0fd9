{{/* Settings of every pod: non-root users, no token for the cluster's API, no variables of other services. */}}
{{- define "slipway.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The image of every container. */}}
{{- define "slipway.container" -}}
{{- if .Values.image.digest -}}
image: {{ printf "%s@%s" .Values.image.repository .Values.image.digest | quote }}
{{- else -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
{{- end }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end -}}

{{- define "slipway.confined" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* Variables of a process: `process.variables` take precedence over `given`. Secrets are passed as paths of files (NAME_FILE). */}}
{{- define "slipway.variables" -}}
{{- range $name, $value := merge (dict) .process.variables .given }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range .process.secretVariables }}
- name: {{ printf "%s_FILE" . }}
  value: {{ printf "/run/secrets/slipway/%s" . }}
{{- end }}
{{- end -}}

{{/* Volumes of one process: its Secret as files that its group may read (288 is 0440), and a folder for temporary files. */}}
{{- define "slipway.volumes" -}}
- name: {{ .name }}-secrets
  secret:
    secretName: {{ .process.secret }}
    defaultMode: 288
    items:
{{- range .process.secretVariables }}
      - key: {{ . }}
        path: {{ . }}
{{- end }}
- name: {{ .name }}-tmp
  emptyDir:
    sizeLimit: 256Mi
{{- end -}}

{{- define "slipway.mountedVolumes" -}}
{{- range $index, $mount := .Values.mounts }}
- name: {{ printf "mount-%d" $index }}
  configMap:
    name: {{ $mount.configMap }}
{{- end }}
{{- end -}}

{{- define "slipway.volumeMounts" -}}
- name: {{ .name }}-secrets
  mountPath: /run/secrets/slipway
  readOnly: true
- name: {{ .name }}-tmp
  mountPath: /tmp
{{- range $index, $mount := .root.Values.mounts }}
- name: {{ printf "mount-%d" $index }}
  mountPath: {{ $mount.path }}
  readOnly: true
{{- end }}
{{- end -}}

{{/* Variables that the api and the worker share. */}}
{{- define "slipway.productVariables" -}}
PUBLIC_URL: {{ required "publicUrl is missing: the address at which buyers reach Slipway" .Values.publicUrl | quote }}
OPERATOR_ROOT_KEYS: {{ required "operatorRootKeys is missing: the first admins (docs/operating/people.md)" .Values.operatorRootKeys | quote }}
{{- with .Values.bankFiles.existingClaim }}
BANK_FILES_FOLDER: /var/lib/slipway/bank-files
BANK_FILES_GROUP: 'yes'
{{- end }}
{{- range $name, $value := .Values.variables }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end -}}
